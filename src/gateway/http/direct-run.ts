import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../../core/read-body.ts'
import { logAnswered, type Logger } from '../log.ts'
import type { ServedAgent } from '../served-agent.ts'
import { answerFor } from './answers.ts'
import { originHeaders } from './cors.ts'
import { type GuardOptions, refusalOf, type RequestMarks } from './guard.ts'
import { NodeResponseWriter } from './node-response-writer.ts'
import { BodyError, headProblem, parseJson } from './read-json.ts'
import { type AskedRun, type RunRouteOptions, takeRun } from './run-route.ts'

export interface DirectRunParts {
  readonly agents: ReadonlyMap<string, ServedAgent>
  readonly guard: GuardOptions
  readonly routes: RunRouteOptions
  readonly logger: Logger
}

/** Takes a request if it is for a run with which nothing is wrong; false leaves it untouched. */
export type DirectRun = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** The paths of runs. An id that needs to be decoded is the router's. */
const runPath = /^\/(?:agents\/([\w.-]+)|agent\/([\w.-]+)\/(run|connect))$/

interface RunRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
  readonly query: string | undefined
  readonly kind: AskedRun['kind']
  readonly agent: ServedAgent
}

/**
 * The short way of a run: on the server's own request and response, past the router and the web's streams, which cost more
 * than all the gateway does. Only who passes the guard with a body of a known length goes it; everybody else is answered by
 * the router, which asks the same guard.
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
      { incoming, outgoing, path, query, kind: kind as AskedRun['kind'], agent },
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
    const { headers, begin } = await takeRun(agent, { kind, body, accept, query }, routes)
    outgoing.writeHead(200, { ...headers, ...allowed })
    // An agent that takes its time keeps the client waiting for events, not for an answer.
    if (!begin(new NodeResponseWriter(outgoing)).hasBegun) outgoing.flushHeaders()
  } catch (error) {
    const response = answerFor(error, { method: 'POST', path, logger })
    const text = await response.text()
    if (outgoing.destroyed) return
    outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...allowed }).end(text)
  }
  logAnswered(logger, { method: 'POST', path, began, status: outgoing.statusCode })
}

function marksOf({ host, origin, authorization, cookie }: IncomingHttpHeaders): RequestMarks {
  return { host, origin, authorization, cookie }
}
