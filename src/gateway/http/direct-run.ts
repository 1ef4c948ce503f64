import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../../core/http/read-body.ts'
import { logAnswered, type Logger } from '../log.ts'
import type { ServedAgent } from '../served-agent.ts'
import { answerFor } from './answers.ts'
import { originHeaders } from './cors.ts'
import { type GuardOptions, marksOf, refusalOf } from './guard.ts'
import { NodeResponseWriter } from './response-writer.ts'
import { BodyError, headProblem, parseJson } from './read-json.ts'
import { forwardedHeader } from './forwarding/forwarded-request.ts'
import type { RequestedRun } from './requested-run.ts'
import { type RunRouteOptions, acceptRun } from './run-route.ts'

export interface DirectRunParts {
  readonly agents: ReadonlyMap<string, ServedAgent>
  readonly guard: GuardOptions
  readonly routes: RunRouteOptions
  readonly logger: Logger
}

/** Handles a valid request for a run; returns false and leaves any other request untouched. */
export type DirectRun = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** The paths of runs. The router handles ids that need decoding. */
const runPath = /^\/(?:agents\/([\w.-]+)|agent\/([\w.-]+)\/(run|connect))$/

interface RunRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
  readonly query: string | undefined
  readonly kind: RequestedRun['kind']
  readonly agent: ServedAgent
}

/**
 * Handles runs on Node's own request and response. The router and web streams cost more than the rest of the gateway.
 * Only requests that pass the guard and have a content-length are handled here; the router, with the same guard, answers
 * all others.
 */
export function createDirectRun({ agents, guard, routes, logger }: DirectRunParts): DirectRun {
  return (incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    if (method !== 'POST') return false
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const [, plain, named, kind = 'run'] = runPath.exec(path) ?? []
    const agent = agents.get(plain ?? named ?? '')
    if (agent === undefined || refusalOf({ method, path, marks: marksOf(headers) }, guard) !== undefined) {
      return false
    }
    const head = { type: headers['content-type'], length: headers['content-length'] }
    if (head.length === undefined || headProblem(head, routes.maxBodyBytes) !== undefined) return false
    const query = mark === -1 ? undefined : url.slice(mark)
    void answer(
      { incoming, outgoing, path, query, kind: kind as RequestedRun['kind'], agent },
      { guard, routes, logger },
    )
    return true
  }
}

async function answer(
  { incoming, outgoing, path, query, kind, agent }: RunRequest,
  { guard, routes, logger }: Omit<DirectRunParts, 'agents'>,
): Promise<void> {
  const began = performance.now()
  const { accept, origin } = incoming.headers
  const allowed = originHeaders(origin, guard)
  try {
    const read = await readBody(incoming, routes.maxBodyBytes)
    if ('refused' in read) throw new BodyError(400, 'The connection closed before the whole body arrived')
    const body = parseJson(read.bytes)
    const isForwarded = incoming.headers[forwardedHeader] !== undefined
    const requested = { kind, body, accept, path, query, isForwarded }
    const { headers, begin } = await acceptRun(agent, requested, routes)
    outgoing.writeHead(200, { ...headers, ...allowed })
    const stream = begin(new NodeResponseWriter(outgoing))
    // With a slow agent, the client still gets the response headers at once. A thread sends its first event before the next
    // tick, and the headers with it: another write to the socket costs as much as the rest of the run up to here.
    process.nextTick(() => {
      if (!stream.hasBegun) outgoing.flushHeaders()
    })
  } catch (error) {
    const response = answerFor(error, { method: 'POST', path, logger })
    const text = await response.text()
    if (outgoing.destroyed) return
    outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...allowed }).end(text)
  }
  logAnswered(logger, { method: 'POST', path, began, status: outgoing.statusCode })
}
