import type { Context } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRoutes } from '../../a2e/transports/http-routes.ts'
import { errorAnswer } from './answers.ts'

/** Both sides of a request as the server has them. */
export interface NodeExchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

const base = '/a2e'
/** Tells the server that everything was written already. */
const alreadySent = { 'x-hono-already-sent': 'true' }

interface A2eAnswer {
  readonly routes: HttpRoutes
  /** Go with whatever the host answers. */
  readonly headers: Readonly<Record<string, string>>
}

/** Leaves a request to the A2E host. It passed the guard, so its handshake needs no token of its own. */
export async function answerA2e(context: Context, { routes, headers }: A2eAnswer): Promise<Response> {
  // There are none where the gateway was asked without a server.
  const { incoming: request, outgoing: response } = (context.env ?? {}) as Partial<NodeExchange>
  if (request === undefined || response === undefined) {
    const message = 'The A2E host needs an HTTP server: use gateway.handle'
    return errorAnswer(503, { code: 'not_served', message })
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const path = context.req.path.slice(base.length)
  await routes.handle({ request, response, path, proven: true })
  // A copy is a plain answer; the server writes those of its own kind out whatever they say.
  return new Response(null, { headers: alreadySent }).clone()
}
