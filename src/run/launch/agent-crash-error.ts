import { causeLine } from '../../agents/command-line/output-failure.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { ProcessExit } from '../../process/start-process.ts'

/** The agent's process ended while a request was pending. */
export class AgentCrashError extends CapstanError {
  readonly agent: string
  readonly exitCode: number | null
  readonly signal: string | null
  /** The end of the agent's stderr. */
  readonly stderrTail: string

  constructor(agent: string, { exit, stderrTail }: { exit: ProcessExit; stderrTail: string }) {
    const how = exit.signal === null ? `with exit code ${exit.exitCode}` : `by ${exit.signal}`
    const last = causeLine(stderrTail)
    super('AGENT_CRASH', `${agent} ended ${how} before it had answered${last ? `: ${last}` : ''}`, {
      hint: 'Check the workspace for incomplete changes: Capstan did not repeat the turn.',
    })
    this.agent = agent
    this.exitCode = exit.exitCode
    this.signal = exit.signal
    this.stderrTail = stderrTail
  }

  override toJSON(): Record<string, unknown> {
    const { agent, exitCode, signal, stderrTail } = this
    return { ...super.toJSON(), agent, exitCode, signal, stderrTail }
  }
}
