import type { AgentCapabilities } from '../capabilities/ecosystems/ag-ui/types.ts'
import type { RunInput } from './ag-ui/input.ts'
import type { AcceptedRun } from './threads/run-sink.ts'

/** An agent behind the gateway. */
export interface ServedAgent {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Number of runs in progress. */
  readonly busy: number
  /** The current capabilities, for a model if given. */
  capabilities(model?: string): Promise<AgentCapabilities>
  /** Accepts a run. @throws GatewayError if it is rejected before the stream starts. */
  run(input: RunInput): AcceptedRun
  /** Reconnects a client to a thread. */
  connect(input: RunInput): AcceptedRun
  /** Stops the run of a thread, or only the run with this id; false if there is none. */
  stop(threadId: string, runId?: string): boolean
  close(): Promise<void>
}
