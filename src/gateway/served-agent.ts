import type { AgentCapabilities } from '../capabilities/ecosystems/ag-ui/types.ts'
import type { RunInput } from './ag-ui/input.ts'
import type { TakenRun } from './threads/run-sink.ts'

/** An agent behind the gateway. */
export interface ServedAgent {
  readonly id: string
  readonly name: string
  readonly description: string
  /** How many runs are in progress. */
  readonly busy: number
  /** What it can do now, with a model where one is named. */
  capabilities(model?: string): Promise<AgentCapabilities>
  /** Takes a run. @throws GatewayError when it is refused before anything is told. */
  run(input: RunInput): TakenRun
  /** Takes a client that comes back to a thread. */
  connect(input: RunInput): TakenRun
  /** Stops what is under way in a thread; false if nothing is. */
  stop(threadId: string): boolean
  /** Lets go what has not been used for long. */
  expire(now: number): Promise<void>
  close(): Promise<void>
}
