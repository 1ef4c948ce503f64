import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'

/** One agent to start beside a model provider. */
export interface AgentJob {
  command: string
  arguments: readonly string[]
  /** The content of stdin; empty if omitted. */
  stdin?: string
  /** The whole environment of the agent. */
  environment: Readonly<Record<string, string>>
  cwd: string
  /** Files to write first, by absolute path. */
  files: readonly { path: string; content: string }[]
  /** The timeout in milliseconds, after which the agent and its child processes are ended. */
  timeout: number
}

/** The result of a job. */
export interface AgentOutcome {
  exitCode: number | null
  timedOut: boolean
  /** The end of the output, to debug a failure. */
  stdout: string
  stderr: string
  requests: readonly RecordedRequest[]
}
