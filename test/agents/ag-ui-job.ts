import type { RunSessionOptions } from '../../src/run/session-options.ts'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'

/** The work of clients of both generations with one agent behind the gateway, and a model provider. */
export interface AgUiJob {
  agent: string
  /** The home and the working folder of the agent; both exist and are empty. */
  home: string
  folder: string
  /** Files of the home, by relative path. */
  files: Readonly<Record<string, string>>
  /** Files of the working folder. */
  work: Readonly<Record<string, string>>
  options: RunSessionOptions
  /** Whether commands end with their turn; otherwise they end with the session. */
  endsCommands: boolean
}

/** A run as its client saw it. */
export interface SeenRun {
  /** The outcome: the code and message of an error, or the error that the client threw. */
  end: string
  text: string
  reasoning: string
  /** The number of tool calls, and the number of their results. */
  calls: number
  results: number
  /** Why it was interrupted, and whether that is about a tool that the client knows. */
  interrupts: readonly { reason: string; hasCall: boolean }[]
  /** The issues of the whole stream. */
  faults: readonly string[]
  /** The console output of the client. */
  complaints: readonly string[]
}

/** The runs of one client, in order. */
export interface ClientOutcome {
  text: SeenRun
  thinking: SeenRun
  /** The content of the file after a run without a question. */
  edit: SeenRun & { content: string }
  /** The question, and the effect of the answer. */
  asked: SeenRun
  approved: SeenRun & { isWritten: boolean }
  askedAgain: SeenRun
  denied: SeenRun & { isWritten: boolean }
  /** The run that the client left, and the same run for a client that joined it. */
  aborted: SeenRun
  followed: SeenRun
  /** The processes that still ran, if commands end with their turn. */
  leftRunning: number
  /** The session goes on. */
  after: SeenRun
}

export interface AgUiOutcome {
  clients: Readonly<Record<Generation, ClientOutcome>>
  /** The processes of all commands after the gateway was closed. */
  leftRunning: number
  seconds: number
}
