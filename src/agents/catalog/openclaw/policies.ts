import type { PolicyMeans } from '../../definition/definition-policies.ts'

/** No known option restricts OpenClaw: `agent exec` is unrestricted, and a gateway follows its own settings. */
export const openclawPolicies: readonly PolicyMeans[] = [
  { policies: ['allow'], transport: 'cli', basis: 'run', note: 'openclaw agent exec never asks' },
  {
    policies: ['allow'],
    transport: 'acp',
    basis: 'docs',
    note: 'Capstan allows every request of the gateway',
  },
]
