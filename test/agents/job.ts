import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'

/** What stands for the address of the model provider in a job; it is known only when the provider listens. */
export const providerAddress = '{provider}'

/** One agent to start beside a model provider. */
export interface AgentJob {
  command: string
  arguments: readonly string[]
  /** What it reads from stdin; nothing if not given. */
  stdin?: string
  /** The whole environment of the agent. */
  environment: Readonly<Record<string, string>>
  cwd: string
  /** Files that are written first, by their whole path. */
  files: readonly { path: string; content: string }[]
  /** The agent and all it started are ended after this many milliseconds. */
  timeout: number
}

/** What came of a job. */
export interface AgentOutcome {
  exitCode: number | null
  timedOut: boolean
  /** The ends of what it printed, for a person to read when something is wrong. */
  stdout: string
  stderr: string
  requests: readonly RecordedRequest[]
}
