import type { ServerResponse } from 'node:http'
import type { Target } from './hosts/target.ts'
import { shownTarget } from './hosts/target.ts'
import type { BlockReason } from './proxy-context.ts'

/** One sentence for the client, which agents show to people. */
export function refusalText(target: Target, reason: BlockReason): string {
  const host = shownTarget(target)
  if (reason === 'key')
    return `Capstan blocked a request to ${host} with an API key that belongs to another host.\n`
  const what = reason === 'local-address' ? `${host}, which is an address of this machine` : host
  return `Capstan blocked ${what}: use --allow-host ${host} to allow it.\n`
}

/** Answers with plain text. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, { status, type: 'text/plain; charset=utf-8', body: text })
}

export function sendJson(response: ServerResponse, status: number, body: string): void {
  send(response, { status, type: 'application/json', body })
}

function send(
  response: ServerResponse,
  { status, type, body }: { status: number; type: string; body: string },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const length = Buffer.byteLength(body)
  // The rest of the request is not read, so the connection cannot be used again.
  const close = response.req.complete ? {} : { connection: 'close' }
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...close })
  response.end(body)
}
