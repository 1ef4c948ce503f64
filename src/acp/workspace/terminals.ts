import { CapstanError } from '../../core/capstan-error.ts'
import { createId } from '../../core/ids.ts'
import { openTerminal, type ClientTerminal } from './client-terminal.ts'
import { realPathInside } from './real-path.ts'
import { invalidParams, resourceNotFound, RpcFault } from '../wire/rpc-fault.ts'
import type { EventSink, TerminalHandlers, TerminalRequest } from '../session-options.ts'

export interface TerminalsOptions {
  /** The folders in which commands may start. */
  roots: readonly string[]
  /** The default folder of a command; inside the roots. */
  cwd: string
  /** The environment of every command, in addition to the variables of its request. */
  environment: Readonly<Record<string, string | undefined>>
  onEvent: EventSink
  /** The session id of the events. */
  sessionId?: string
}

/** The terminals of a session. They throw only `RpcFault`. */
export interface Terminals extends TerminalHandlers {
  /** Stops all running commands and their child processes, without waiting for the event handler. */
  dispose(): Promise<void>
}

const defaultLimit = 1024 * 1024
/** The maximum limit; a higher request is reduced to it. */
const largestLimit = 10 * defaultLimit

/** Creates terminals for an agent; each is a process without a shell. */
export function createTerminals(options: TerminalsOptions): Terminals {
  const terminals = new Map<string, ClientTerminal>()
  const opening = new Set<Promise<unknown>>()
  let disposed = false

  const find = (terminalId: string): ClientTerminal => {
    const terminal = terminals.get(terminalId)
    if (terminal === undefined) {
      throw new RpcFault(resourceNotFound, 'Terminal not found', { terminalId })
    }
    return terminal
  }
  const add = async (terminalId: string, request: TerminalRequest): Promise<ClientTerminal> => {
    const terminal = await open(terminalId, request, options)
    terminals.set(terminalId, terminal)
    return terminal
  }

  return {
    async create(request) {
      if (disposed) throw new RpcFault(invalidParams, 'The session has ended')
      const terminalId = createId('terminal')
      const added = add(terminalId, request)
      opening.add(added)
      const terminal = await added.finally(() => opening.delete(added))
      await terminal.opened
      return terminalId
    },
    output: (terminalId) => find(terminalId).snapshot(),
    waitForExit: async (terminalId) => find(terminalId).ended,
    kill: async (terminalId) => find(terminalId).kill(),
    async release(terminalId) {
      const terminal = find(terminalId)
      terminals.delete(terminalId)
      await terminal.kill()
    },
    async dispose() {
      disposed = true
      await Promise.allSettled(opening)
      const left = [...terminals.values()]
      terminals.clear()
      await Promise.all(left.map((terminal) => terminal.dispose()))
    },
  }
}

async function open(
  terminalId: string,
  { command, args, env, cwd, outputByteLimit = defaultLimit }: TerminalRequest,
  options: TerminalsOptions,
): Promise<ClientTerminal> {
  if (!(Number.isInteger(outputByteLimit) && outputByteLimit >= 0)) {
    throw new RpcFault(invalidParams, 'outputByteLimit must be a whole number of at least 0')
  }
  const folder = await realPathInside(cwd ?? options.cwd, options.roots)
  try {
    return await openTerminal({
      terminalId,
      sessionId: options.sessionId,
      command,
      args,
      cwd: folder,
      environment: { ...options.environment, ...env },
      outputByteLimit: Math.min(outputByteLimit, largestLimit),
      onEvent: options.onEvent,
    })
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error
    throw new RpcFault(invalidParams, error.message, { command })
  }
}
