import type { ProviderMeans } from '../../definition/definition-provider.ts'

const options = { baseURL: '{baseUrl}' }
const configuration = (provider: object): Pick<ProviderMeans, 'jsonEnvironment'> => ({
  jsonEnvironment: { OPENCODE_CONFIG_CONTENT: { provider } },
})
const compatible = (given: object): Pick<ProviderMeans, 'jsonEnvironment'> =>
  configuration({
    capstan: { npm: '@ai-sdk/openai-compatible', options: given, models: { '{model}': { name: '{model}' } } },
  })

const custom = {
  api: 'openai-completions',
  keyVariable: 'CAPSTAN_PROVIDER_KEY',
  needsModel: true,
  modelForm: 'capstan/{model}',
  basis: 'run',
} as const

export const opencodeProviders: readonly ProviderMeans[] = [
  {
    api: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    modelForm: 'anthropic/{model}',
    ...configuration({ anthropic: { options } }),
    basis: 'run',
  },
  {
    api: 'openai-responses',
    keyVariable: 'OPENAI_API_KEY',
    modelForm: 'openai/{model}',
    ...configuration({ openai: { options } }),
    basis: 'docs',
  },
  { ...custom, when: 'key', ...compatible({ ...options, apiKey: '{env:CAPSTAN_PROVIDER_KEY}' }) },
  { ...custom, when: 'no-key', ...compatible(options) },
]
