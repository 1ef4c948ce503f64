import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Answering } from './app.lazy.ts'
import { createRunLane, type RunLaneParts } from './run-lane.ts'

/** Answers the requests of a server: runs on their short way, everything else by the router. */
export function createHandler(app: Hono, parts: RunLaneParts): Answering['handle'] {
  const lane = createRunLane(parts)
  const listener = getRequestListener((request, exchange) => app.fetch(request, exchange))
  return (incoming, outgoing) => {
    if (!lane(incoming, outgoing)) void listener(incoming, outgoing)
  }
}
