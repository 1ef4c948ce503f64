import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createDirectRun, type DirectRunParts } from './direct-run.ts'

/** Handles a request of a Node server. */
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Handles runs directly and all other requests with the router. */
export function createHandler(app: Hono, parts: DirectRunParts): Handle {
  const directRun = createDirectRun(parts)
  const listener = getRequestListener((request, exchange) => app.fetch(request, exchange))
  return (incoming, outgoing) => {
    if (!directRun(incoming, outgoing)) void listener(incoming, outgoing)
  }
}
