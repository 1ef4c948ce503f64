import type { ProviderMeans } from '../../definition/definition-provider.ts'

const baseUrl = '{baseUrl}'
const model = { id: '{model}', name: '{model}', reasoning: false, input: ['text'] }

/** Pi reads providers only from its folder, beside settings and login. Sessions stay in the default folder. */
function folder(providers: object): Pick<ProviderMeans, 'environment' | 'jsonFiles' | 'basis' | 'note'> {
  return {
    environment: {
      PI_CODING_AGENT_DIR: '{runFolder}/pi',
      PI_CODING_AGENT_SESSION_DIR: '~/.pi/agent/sessions',
    },
    jsonFiles: { 'pi/models.json': { providers } },
    basis: 'run',
    note: 'ignores the settings, extensions and stored login of the user',
  }
}

const custom = {
  api: 'openai-completions',
  keyVariable: 'CAPSTAN_PROVIDER_KEY',
  needsModel: true,
  modelForm: 'capstan/{model}',
} as const

export const piProviders: readonly ProviderMeans[] = [
  {
    api: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    modelForm: 'anthropic/{model}',
    ...folder({ anthropic: { baseUrl } }),
  },
  {
    api: 'openai-responses',
    keyVariable: 'OPENAI_API_KEY',
    modelForm: 'openai/{model}',
    ...folder({ openai: { baseUrl } }),
    basis: 'docs',
  },
  {
    ...custom,
    when: 'key',
    ...folder({
      capstan: { baseUrl, apiKey: '$CAPSTAN_PROVIDER_KEY', api: 'openai-completions', models: [model] },
    }),
  },
  {
    ...custom,
    when: 'no-key',
    ...folder({ capstan: { baseUrl, apiKey: 'none', api: 'openai-completions', models: [model] } }),
  },
]
