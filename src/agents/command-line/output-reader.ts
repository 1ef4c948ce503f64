import type { AgentEvent } from '../../events/event.ts'
import type { ErrorDetail } from '../../events/error.ts'
import type { StopReason } from '../../events/finish.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'

/** How a program ended that ran one prompt. */
export interface AgentExit {
  readonly exitCode: number | null
  readonly signal: string | null
  /** The last of what it wrote to stderr. */
  readonly stderrTail: string
}

/** What a headless run came to. */
export interface OutputEnd {
  readonly stopReason: StopReason
  /** The agent's own id of the session, to go on with later. */
  readonly sessionId?: string
  /** Tokens of this run, where they were reported. */
  readonly tokens?: TokenUsage
  /** Cost of this run, where it was reported. */
  readonly cost?: Cost
  /** The structured result, where one was asked for and came. */
  readonly output?: unknown
  /** Why it failed: also where the program itself calls that a success. */
  readonly error?: ErrorDetail
}

/**
 * Reads what an agent prints when it runs one prompt without a person, line by line. It keeps only what it needs to
 * put the pieces together; it starts nothing and waits for nothing.
 */
export interface OutputReader {
  /** One line of output that is JSON. What is not understood comes out as `raw`. */
  read(line: unknown): AgentEvent[]
  /** One line of output that is not JSON. */
  readText?(line: string): AgentEvent[]
  /** What the program has used so far, where it reports it while it works. */
  readonly used?: RunUsage
  /** The program has ended and everything it printed was read. */
  end(exit: AgentExit): OutputEnd
}

/** What a reader has to know of the run. */
export interface OutputContext {
  /** Absolute. */
  readonly cwd: string
  /** An earlier session goes on: an agent may then count from its beginning. */
  readonly isResumed: boolean
  /** A structured result was asked for: an agent that marks none answers with it in its last message. */
  readonly isStructured?: boolean
  /** Names the run: it makes ids unique in the session where an agent counts from zero in every run. */
  readonly runId?: string
}

export type CreateOutputReader = (context: OutputContext) => OutputReader
