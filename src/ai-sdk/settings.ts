import type { Client } from '../run/client.ts'
import type { RunOptions } from '../run/api/options.ts'

/** Run options for the agent behind a model, except those that each call sets. */
export interface AgentModelSettings extends Omit<
  RunOptions,
  'agent' | 'prompt' | 'outputSchema' | 'schema' | 'jsonMode'
> {
  /** The client that runs the agent; the default client if omitted. */
  client?: Client
}
