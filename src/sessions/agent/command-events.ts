import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import { isRecord } from '../../core/is-record.ts'
import type { TerminalUpdatedEvent } from '../../events/tools/terminal.ts'

interface OpenCommand {
  command: string
  startedAt: number
  /** The terminal that reports the end of the command. */
  terminalId?: string
}

/**
 * Reports each command once: an agent may report a command by a tool call, by a terminal or by both. A terminal opened
 * while a call runs a command is taken as that call's terminal.
 */
export class CommandEvents {
  readonly #now: () => number
  readonly #calls = new Map<string, OpenCommand>()
  readonly #terminals = new Map<string, OpenCommand>()

  constructor(now: () => number) {
    this.#now = now
  }

  clear(): void {
    this.#calls.clear()
    this.#terminals.clear()
  }

  ofCall(toolCallId: string, command: string): AgentSessionEvent[] {
    if (this.#calls.has(toolCallId)) return []
    this.#calls.set(toolCallId, { command, startedAt: this.#now() })
    return [{ type: 'command.started', command }]
  }

  endCall(
    toolCallId: string,
    { command, isGood, error, output }: { command: string; isGood: boolean; error: string; output?: unknown },
  ): AgentSessionEvent[] {
    const started = this.ofCall(toolCallId, command)
    const open = this.#calls.get(toolCallId)
    this.#calls.delete(toolCallId)
    // The terminal reports the end.
    if (open === undefined || open.terminalId !== undefined) return started
    return [...started, this.#endEvent(open, { isGood, error, exitCode: exitCodeIn(output) })]
  }

  terminal(event: TerminalUpdatedEvent): AgentSessionEvent[] {
    const { terminalId, command, cwd, exitStatus } = event
    const known = this.#terminals.get(terminalId)
    const events: AgentSessionEvent[] = []
    if (known === undefined && typeof command === 'string') {
      const call = [...this.#calls.values()].find((open) => open.terminalId === undefined)
      const open = call ?? { command, startedAt: this.#now() }
      open.terminalId = terminalId
      this.#terminals.set(terminalId, open)
      if (call === undefined) {
        events.push({ type: 'command.started', command, ...(typeof cwd === 'string' ? { cwd } : {}) })
      }
    }
    const open = this.#terminals.get(terminalId)
    if (exitStatus === undefined || exitStatus === null || open === undefined) return events
    this.#terminals.delete(terminalId)
    const { exitCode, signal } = exitStatus
    const error = signal === undefined ? `Exited with code ${exitCode}` : `Ended by signal ${signal}`
    return [...events, this.#endEvent(open, { isGood: exitCode === 0, error, exitCode })]
  }

  #endEvent(
    { command, startedAt }: OpenCommand,
    { isGood, error, exitCode }: { isGood: boolean; error: string; exitCode: number | undefined },
  ): AgentSessionEvent {
    const code = exitCode === undefined ? {} : { exitCode }
    return isGood
      ? { type: 'command.completed', command, ...code, durationMs: this.#now() - startedAt }
      : { type: 'command.failed', command, error, ...code }
  }
}

/** Field names seen in the outputs of tools. */
function exitCodeIn(output: unknown): number | undefined {
  if (!isRecord(output)) return undefined
  const code = output['exitCode'] ?? output['exit_code']
  return typeof code === 'number' ? code : undefined
}
