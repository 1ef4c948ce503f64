import type { PolicyCase } from './policy-job.ts'

/** Everything is allowed in runs of other suites: here are the policies that limit. */
export const policyCases: readonly PolicyCase[] = (['acp', 'cli'] as const).flatMap((transport) =>
  (['allow-reads', 'ask', 'deny'] as const).map((policy) => ({ transport, policy })),
)

export const heldAgents = ['claude', 'codex', 'gemini', 'copilot', 'opencode', 'pi', 'omp'] as const
export type HeldAgent = (typeof heldAgents)[number]
