import type { ClientFeatures } from './handshake.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { AcpSession } from './session.ts'
import { invalidParams, methodNotFound, resourceNotFound, RpcFault } from './wire/rpc-fault.ts'
import type { ReadFileRequest, TerminalHandlers, TerminalRequest } from './session-options.ts'

/** A request of an agent, and what the handshake offered to the agent. */
interface ClientRequest {
  readonly method: string
  readonly params: unknown
  readonly signal: AbortSignal
  readonly features: ClientFeatures
}

/** Answers a request of the agent for one of its sessions. Requests that the handshake did not offer are refused. */
export function answerClientRequest(
  sessions: Pick<OpenSessions, 'get' | 'newest'>,
  { method, params, signal, features }: ClientRequest,
): Promise<unknown> {
  if (!isOffered(method, features)) throw notOffered(method)
  const fields = (typeof params === 'object' && params !== null ? params : {}) as Params
  const { sessionId } = fields
  // An elicitation may belong to a request instead of a session: the newest session answers it.
  const session = typeof sessionId === 'string' ? sessions.get(sessionId) : sessions.newest
  if (session === undefined) throw unknownSession(sessionId)
  return answerForSession(session, { method, params: fields, signal })
}

function answerForSession(
  session: AcpSession,
  { method, params, signal }: { method: string; params: Params; signal: AbortSignal },
): Promise<unknown> {
  switch (method) {
    case 'session/request_permission':
      return session.questions.permission(params, signal)
    case 'elicitation/create':
      return session.questions.elicitation(params, signal)
    case 'fs/read_text_file':
      return readTextFile(session, params)
    case 'fs/write_text_file':
      return writeTextFile(session, params)
    default:
      return useTerminal(session, method, params)
  }
}

/** The fields of a request. */
type Params = Readonly<Record<string, unknown>>

/** The feature that offers each request; true for requests that every session answers. */
const offers = new Map<string, keyof ClientFeatures | true>([
  ['session/request_permission', true],
  ['elicitation/create', 'elicitation'],
  ['fs/read_text_file', 'readTextFile'],
  ['fs/write_text_file', 'writeTextFile'],
  ['terminal/create', 'terminals'],
  ['terminal/output', 'terminals'],
  ['terminal/wait_for_exit', 'terminals'],
  ['terminal/kill', 'terminals'],
  ['terminal/release', 'terminals'],
])

function isOffered(method: string, features: ClientFeatures): boolean {
  const feature = offers.get(method) ?? false
  return typeof feature === 'boolean' ? feature : features[feature]
}

async function readTextFile({ handlers }: AcpSession, params: Params): Promise<unknown> {
  if (handlers.readTextFile === undefined) throw notOffered('fs/read_text_file')
  const { line, limit } = params
  const request: ReadFileRequest = {
    path: requireText(params, 'path'),
    ...(typeof line === 'number' ? { line } : {}),
    ...(typeof limit === 'number' ? { limit } : {}),
  }
  return { content: await handlers.readTextFile(request) }
}

async function writeTextFile({ handlers }: AcpSession, params: Params): Promise<unknown> {
  if (handlers.writeTextFile === undefined) throw notOffered('fs/write_text_file')
  await handlers.writeTextFile({ path: requireText(params, 'path'), content: requireText(params, 'content') })
  return {}
}

async function useTerminal({ handlers }: AcpSession, method: string, params: Params): Promise<unknown> {
  const { terminals } = handlers
  if (terminals === undefined) throw notOffered(method)
  if (method === 'terminal/create') return { terminalId: await terminals.create(terminalRequest(params)) }
  return terminalCall(terminals, method, requireText(params, 'terminalId'))
}

async function terminalCall(
  terminals: TerminalHandlers,
  method: string,
  terminalId: string,
): Promise<unknown> {
  switch (method) {
    case 'terminal/output':
      return terminals.output(terminalId)
    case 'terminal/wait_for_exit':
      return terminals.waitForExit(terminalId)
    case 'terminal/kill':
      await terminals.kill(terminalId)
      return {}
    default:
      await terminals.release(terminalId)
      return {}
  }
}

function terminalRequest(params: Params): TerminalRequest {
  const { args, env, cwd, outputByteLimit } = params
  const variables = (Array.isArray(env) ? env : []) as { name?: unknown; value?: unknown }[]
  return {
    command: requireText(params, 'command'),
    args: Array.isArray(args) ? args.map(String) : [],
    env: Object.fromEntries(variables.map(({ name, value }) => [String(name), String(value)])),
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof outputByteLimit === 'number' ? { outputByteLimit } : {}),
  }
}

function requireText(params: Params, field: string): string {
  const value = params[field]
  if (typeof value !== 'string') throw new RpcFault(invalidParams, `${field} must be a text`)
  return value
}

/** The error for an unknown session. */
function unknownSession(sessionId: unknown): RpcFault {
  return new RpcFault(resourceNotFound, 'Session not found', { sessionId })
}

/** The error for an unsupported request. */
function notOffered(method: string): RpcFault {
  return new RpcFault(methodNotFound, `${method} is not supported`)
}
