import type { PolicyMeans } from '../../definition/definition-policies.ts'

/** Nothing is known that keeps it from acting: `agent exec` is unrestricted, and a gateway acts by its own settings. */
export const openclawPolicies: readonly PolicyMeans[] = [
  { policies: ['allow'], transport: 'cli', basis: 'run', note: 'agent exec asks for nothing' },
  { policies: ['allow'], transport: 'acp', basis: 'docs', note: 'what its gateway asks is allowed' },
]
