import type { AgentEvent } from '../../events/event.ts'
import type { ErrorDetail } from '../../events/error.ts'
import type { StopReason } from '../../events/finish.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'

/** The exit of a program that ran one prompt. */
export interface AgentExit {
  readonly exitCode: number | null
  readonly signal: string | null
  /** The end of the stderr output. */
  readonly stderrTail: string
}

/** The result of a command-line run. */
export interface OutputEnd {
  readonly stopReason: StopReason
  /** The agent's own session id, for resuming. */
  readonly sessionId?: string
  /** The tokens of this run, if reported. */
  readonly tokens?: TokenUsage
  /** The cost of this run, if reported. */
  readonly cost?: Cost
  /** The structured result, if requested and received. */
  readonly output?: unknown
  /** Why the run failed, even if the program reports success. */
  readonly error?: ErrorDetail
}

/** Reads the output of a single-prompt run, line by line. It starts no process and waits for nothing. */
export interface OutputReader {
  /** Reads one JSON line. An unknown line becomes a `raw` event. */
  read(line: unknown): AgentEvent[]
  /** Reads one line that is not JSON. */
  readText?(line: string): AgentEvent[]
  /** Reads one line of stderr, for agents that report retries only in their log. */
  readLog?(line: string): AgentEvent[]
  /** The usage so far, if the program reports it while it works. */
  readonly used?: RunUsage
  /** Called when the program has ended and all of its output was read. */
  end(exit: AgentExit): OutputEnd
}

/** The context of the run, for its reader. */
export interface OutputContext {
  /** Absolute. */
  readonly cwd: string
  /** The run resumes a session; some agents then count usage from the session's start. */
  readonly isResumed: boolean
  /** A structured result was requested. Some agents do not mark it: then it is the last message. */
  readonly isStructured?: boolean
  /** Makes ids unique within the session if an agent counts from zero in every run. */
  readonly runId?: string
}

export type CreateOutputReader = (context: OutputContext) => OutputReader
