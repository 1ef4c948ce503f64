import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTrustedConnection, trustConnection } from '../../core/connection-limit.ts'
import { createDirectRun, type DirectRunParts } from './direct-run.ts'
import { isAuthorized, marksOf } from './guard.ts'

/** Handles a request of a Node server. */
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Handles runs directly and all other requests with the router. */
export function createHandler(app: Hono, parts: DirectRunParts): Handle {
  const directRun = createDirectRun(parts)
  const listener = getRequestListener((request, exchange) => app.fetch(request, exchange))
  const { guard } = parts
  return (incoming, outgoing) => {
    const { socket, headers } = incoming
    if (!isTrustedConnection(socket) && isAuthorized(marksOf(headers), guard)) trustConnection(socket)
    if (!directRun(incoming, outgoing)) void listener(incoming, outgoing)
  }
}
