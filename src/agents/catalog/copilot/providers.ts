import type { ProviderMeans } from '../../definition/definition-provider.ts'

const own = { keyVariable: 'COPILOT_PROVIDER_API_KEY', needsModel: true, basis: 'run' } as const
const place = { COPILOT_PROVIDER_BASE_URL: '{baseUrl}', COPILOT_MODEL: '{model}', COPILOT_OFFLINE: 'true' }

export const copilotProviders: readonly ProviderMeans[] = [
  {
    ...own,
    api: 'openai-completions',
    environment: { ...place, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: 'completions' },
  },
  {
    ...own,
    api: 'openai-responses',
    basis: 'help',
    environment: { ...place, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: 'responses' },
  },
  { ...own, api: 'anthropic', environment: { ...place, COPILOT_PROVIDER_TYPE: 'anthropic' } },
]
