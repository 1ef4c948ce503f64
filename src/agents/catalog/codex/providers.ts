import type { ProviderMeans } from '../../definition/definition-provider.ts'

const own = { api: 'openai-responses', keyVariable: 'CAPSTAN_PROVIDER_KEY', basis: 'run' } as const
const provider = { name: 'capstan', base_url: '{baseUrl}', wire_api: 'responses' }
const keyed = { ...provider, env_key: own.keyVariable }

/** A provider for this run only: the providers in the user's config.toml stay unchanged. */
export const codexProviders: readonly ProviderMeans[] = [
  { ...own, transport: 'acp', when: 'key', ...bridge(keyed) },
  { ...own, transport: 'acp', when: 'no-key', ...bridge(provider) },
  { ...own, transport: 'cli', when: 'key', arguments: overrides(keyed) },
  { ...own, transport: 'cli', when: 'no-key', arguments: overrides(provider) },
]

function bridge(fields: object): Pick<ProviderMeans, 'environment' | 'jsonEnvironment'> {
  return {
    environment: { MODEL_PROVIDER: 'capstan' },
    jsonEnvironment: { CODEX_CONFIG: { model_provider: 'capstan', model_providers: { capstan: fields } } },
  }
}

function overrides(fields: Readonly<Record<string, string>>): string[] {
  const table = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return ['-c', 'model_provider="capstan"', '-c', `model_providers.capstan={${table.join(',')}}`]
}
