import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createDirectRun, type DirectRunParts } from './direct-run.ts'

/** Answers a request of a server of Node. */
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Answers the requests of a server: runs on their short way, everything else by the router. */
export function createHandler(app: Hono, parts: DirectRunParts): Handle {
  const lane = createDirectRun(parts)
  const listener = getRequestListener((request, exchange) => app.fetch(request, exchange))
  return (incoming, outgoing) => {
    if (!lane(incoming, outgoing)) void listener(incoming, outgoing)
  }
}
