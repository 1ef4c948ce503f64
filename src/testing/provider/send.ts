import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Interruption } from './answer.ts'
import type { ModelRequest } from './model-request.ts'
import type { ReportedUsage } from './script/recording.ts'
import type { Fault } from './script/script.ts'
import type { ServerEvent, Wire } from './wires/wire.ts'

export function sendJson(
  response: ServerResponse,
  { status, body, headers = {} }: { status: number; body: unknown; headers?: Record<string, string> },
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Reports a failure in the format of an API. */
export function sendFault(response: ServerResponse, wire: Wire, fault: Fault): void {
  const { status, retryAfter } = fault
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  sendJson(response, { status, body: wire.fault(fault), headers })
}

export interface SendOptions {
  wire: Wire
  request: ModelRequest
  answer: Answer
  signal: AbortSignal
  /** Called with each usage that the answer reports. */
  onUsage: (usage: ReportedUsage) => void
}

/** Writes an answer of the model with its delays and interruptions. An abort or a disconnect ends it early. */
export async function sendAnswer(
  response: ServerResponse,
  { wire, request, answer, signal, onUsage }: SendOptions,
): Promise<void> {
  const ended = AbortSignal.any([signal, closing(response)])
  const first = answer.parts.find(({ type }) => type !== 'delay')
  if (!request.stream || first?.type === 'fault') {
    for (const part of answer.parts) {
      if (part.type === 'fault') return sendFault(response, wire, part.fault)
      if (isInterruption(part)) await interrupt(response, part, ended)
      if (ended.aborted || part.type === 'disconnect') return undefined
    }
    onUsage(wire.reported(answer.usage))
    return sendJson(response, { status: 200, body: wire.whole(answer) })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const part of wire.stream(answer, request)) {
    if (part.type === 'event') {
      if (part.usage !== undefined) onUsage(part.usage)
      if (!response.write(written(part))) await once(response, 'drain', { signal: ended }).catch(() => {})
    } else await interrupt(response, part, ended)
    if (ended.aborted || part.type === 'disconnect') return undefined
  }
  response.end()
}

function isInterruption(part: { type: string }): part is Interruption {
  return part.type === 'delay' || part.type === 'hang' || part.type === 'disconnect'
}

async function interrupt(response: ServerResponse, part: Interruption, signal: AbortSignal): Promise<void> {
  if (part.type === 'disconnect') {
    // The earlier parts still arrive.
    response.socket?.destroySoon()
  } else if (part.type === 'hang') {
    if (response.headersSent) response.flushHeaders()
    if (!signal.aborted) await once(signal, 'abort')
  } else await wait(part.milliseconds, undefined, { signal }).catch(() => {})
}

function closing(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.closed) controller.abort()
  else response.once('close', () => controller.abort())
  return controller.signal
}

function written({ name, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`
}
