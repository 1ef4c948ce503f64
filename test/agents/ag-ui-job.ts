import type { RunSessionOptions } from '../../src/run/session-options.ts'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'

/** What clients of both generations do with one agent behind the gateway, beside a model provider. */
export interface AgUiJob {
  agent: string
  /** Its home and the folder it works in; both are there, and empty. */
  home: string
  folder: string
  /** Files of the home, by their path from there. */
  files: Readonly<Record<string, string>>
  /** Files of the folder it works in. */
  work: Readonly<Record<string, string>>
  options: RunSessionOptions
  /** Commands end with the turn they belong to; if not, with the session. */
  endsCommands: boolean
}

/** A run as its client saw it. */
export interface SeenRun {
  /** The outcome; for an error, its code and its words; for a client that gave up, what it threw. */
  end: string
  text: string
  reasoning: string
  /** How many tools were called, and how many of the calls were given a result. */
  calls: number
  results: number
  /** Why it was interrupted, and whether that is about a tool that the client knows. */
  interrupts: readonly { reason: string; hasCall: boolean }[]
  /** What is wrong with the stream as a whole. */
  faults: readonly string[]
  /** What the client said on the console. */
  complaints: readonly string[]
}

/** What one client saw, in this order. */
export interface ClientOutcome {
  text: SeenRun
  thinking: SeenRun
  /** Nothing was asked; what is in the file after it. */
  edit: SeenRun & { content: string }
  /** The question, and what came of the answer. */
  asked: SeenRun
  approved: SeenRun & { isWritten: boolean }
  askedAgain: SeenRun
  denied: SeenRun & { isWritten: boolean }
  /** The run that the client left, and the same run as one saw it who came to it. */
  aborted: SeenRun
  followed: SeenRun
  /** What still ran of it, where commands end with their turn. */
  leftRunning: number
  /** The session goes on. */
  after: SeenRun
}

export interface AgUiOutcome {
  clients: Readonly<Record<Generation, ClientOutcome>>
  /** What ran of all commands when the gateway was closed. */
  leftRunning: number
  seconds: number
}
