import type { RunUsage } from '../../events/usage.ts'
import type { ProviderFailure } from '../../proxy/model-call.ts'

/** What the model proxy counted for a run. */
export interface MeteredUsage extends RunUsage {
  /** Model calls that offered tools: the steps of the agent, without titles and suggestions. */
  readonly steps: number
}

/** The model calls of a conversation, as the proxy counts them. Each run begins a new count. */
export interface MeteredCalls {
  /** Forgets the calls that have ended: they belong to an earlier run. */
  begin(): void
  /** Calls the listener after every change, until the returned function is called. */
  watch(listener: () => void): () => void
  /** Tokens and cost of all calls; undefined before the first call. */
  readonly used: MeteredUsage | undefined
  /** The model that the provider named last. */
  readonly model: string | undefined
  /** Why the last step failed; undefined if it did not, or before the first. */
  readonly failure: ProviderFailure | undefined
  /** Resolves when no call is running, at most after this time. */
  settled(milliseconds: number): Promise<void>
}
