import type { Client } from '../run/client.ts'
import type { RunOptions } from '../run/api/options.ts'

/** How the agent behind a model is run: all options of a run that a call does not bring itself. */
export interface AgentModelSettings extends Omit<
  RunOptions,
  'agent' | 'prompt' | 'outputSchema' | 'schema' | 'jsonMode'
> {
  /** The client that runs it; the ready one if not given. */
  client?: Client
}
