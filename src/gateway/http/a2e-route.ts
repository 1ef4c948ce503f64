import type { Context } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRoutes } from '../../a2e/transports/http-routes.ts'
import { errorAnswer } from './answers.ts'

/** Node's request and response. */
export interface NodeExchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

const base = '/a2e'
/** Signals to the Hono server that the response was written already. */
const alreadySent = { 'x-hono-already-sent': 'true' }

interface A2eAnswer {
  readonly routes: HttpRoutes
  /** Added to every response of the host. */
  readonly headers: Readonly<Record<string, string>>
}

/** Forwards a request to the A2E host. The guard checked it, so the handshake needs no token. */
export async function answerA2e(context: Context, { routes, headers }: A2eAnswer): Promise<Response> {
  // Undefined if the request came through `gateway.fetch`.
  const { incoming: request, outgoing: response } = (context.env ?? {}) as Partial<NodeExchange>
  if (request === undefined || response === undefined) {
    const message = 'The A2E host needs an HTTP server: use gateway.handle'
    return errorAnswer(503, { code: 'not_served', message })
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const path = context.req.path.slice(base.length)
  await routes.handle({ request, response, path, proven: true })
  // A clone is a plain Response; the Hono server would write out its own kind despite the header.
  return new Response(null, { headers: alreadySent }).clone()
}
