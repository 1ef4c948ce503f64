import type { ProviderMeans } from '../../definition/definition-provider.ts'

export const claudeProviders: readonly ProviderMeans[] = [
  {
    api: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    environment: { ANTHROPIC_BASE_URL: '{baseUrl}' },
    basis: 'run',
    note: 'base URL without /v1 at the end',
  },
]
