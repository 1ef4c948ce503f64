import { ValidationError } from '../../core/validation-error.ts'

/** A dummy key. The provider needs none, but most agents do not start without one. */
export const dummyKey = 'sk-dummy-0123456789'

/** The configuration that points an agent at a provider, for an environment and a home without another login. */
export interface ProviderSetup {
  environment?: Readonly<Record<string, string>>
  /** Files in the agent's home, by relative path. */
  home?: Readonly<Record<string, string>>
  /** Files in the working directory. */
  work?: Readonly<Record<string, string>>
}

export interface ProviderSetupOptions {
  /** The API key (default: {@link dummyKey}). */
  key?: string
  /** The API of an agent that supports several (default: `responses`). */
  wire?: 'responses' | 'completions' | 'messages'
  /** Model names for an agent that needs a list of models. */
  models?: readonly string[]
}

type Given = Required<ProviderSetupOptions> & { url: string }

const setups: Readonly<Record<string, (given: Given) => ProviderSetup>> = {
  claude: ({ url, key }) => ({
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Otherwise the tools of MCP servers can only be searched, not called.
      ENABLE_TOOL_SEARCH: 'false',
    },
  }),
  codex: ({ url, key }) => ({
    environment: { LOOPBACK_KEY: key },
    home: {
      '.codex/config.toml': [
        'model_provider = "loopback"',
        'check_for_update_on_startup = false',
        '[model_providers.loopback]',
        'name = "loopback"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "LOOPBACK_KEY"',
        '',
      ].join('\n'),
    },
  }),
  gemini: ({ url, key }) => ({
    environment: {
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // The settings of a folder are read before the flag that trusts it.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    // In the working directory, so that it applies with any home.
    work: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    },
  }),
  copilot: ({ url, key, wire }) => {
    const place: Record<string, string> =
      wire === 'messages'
        ? { COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: url }
        : { COPILOT_PROVIDER_WIRE_API: wire, COPILOT_PROVIDER_BASE_URL: `${url}/v1` }
    return { environment: { ...place, COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_API_KEY: key } }
  },
  opencode: ({ url, key }) => {
    const options = { baseURL: `${url}/v1`, apiKey: key }
    return {
      environment: { OPENCODE_DISABLE_AUTOUPDATE: 'true', OPENCODE_DISABLE_MODELS_FETCH: 'true' },
      home: {
        '.config/opencode/opencode.json': JSON.stringify({
          autoupdate: false,
          share: 'disabled',
          provider: { anthropic: { options }, openai: { options } },
        }),
      },
    }
  },
  pi: (given) => ({
    environment: { PI_TELEMETRY: '0' },
    home: { '.pi/agent/models.json': JSON.stringify({ providers: bothProviders(given) }) },
  }),
  // JSON is YAML.
  omp: (given) => ({
    home: { '.omp/agent/models.yml': JSON.stringify({ providers: bothProviders(given) }) },
  }),
  openclaw: ({ url, key, models }) => ({
    home: {
      '.openclaw/openclaw.json': JSON.stringify({
        update: { checkOnStart: false },
        models: {
          mode: 'merge',
          providers: {
            loopback: {
              baseUrl: `${url}/v1`,
              apiKey: key,
              api: 'openai-completions',
              models: models.map((id) => ({ id, name: id, contextWindow: 200_000, maxTokens: 32_000 })),
            },
          },
        },
        agents: { defaults: { model: { primary: `loopback/${models[0] ?? ''}` } } },
      }),
    },
  }),
  goose: ({ url, key, models }) => ({
    environment: {
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: models[0] ?? '',
      GOOSE_DISABLE_KEYRING: '1',
      OPENAI_HOST: url,
      OPENAI_API_KEY: key,
    },
  }),
  kimi: ({ url, key, models }) => ({
    home: {
      '.kimi-code/config.toml': [
        `default_model = "${models[0] ?? ''}"`,
        '[providers.loopback]',
        'type = "openai"',
        `base_url = "${url}/v1"`,
        `api_key = "${key}"`,
        ...models.flatMap((model) => [
          `[models."${model}"]`,
          'provider = "loopback"',
          `model = "${model}"`,
          'max_context_size = 200000',
        ]),
        '',
      ].join('\n'),
    },
  }),
  qwen: ({ url, key, models }) => ({
    environment: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: models[0] ?? '' },
  }),
  droid: ({ url, key, models }) => ({
    environment: { FACTORY_API_KEY: key },
    home: {
      '.factory/settings.json': JSON.stringify({
        customModels: models.map((model) => ({
          model,
          displayName: model,
          baseUrl: `${url}/v1`,
          apiKey: key,
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 32_000,
        })),
      }),
    },
  }),
  kilo: ({ url, key, models }) => ({
    home: {
      '.config/kilo/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: `loopback/${models[0] ?? ''}`,
        provider: {
          loopback: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: Object.fromEntries(models.map((model) => [model, { name: model, reasoning: true }])),
          },
        },
      }),
    },
  }),
}

function bothProviders({ url, key }: Given): unknown {
  return {
    anthropic: { baseUrl: url, apiKey: key },
    openai: { baseUrl: `${url}/v1`, apiKey: key },
  }
}

/** The environment and the files that point an agent at a model provider. Nothing is written. */
export function providerSetup(agent: string, url: string, options: ProviderSetupOptions = {}): ProviderSetup {
  const { key = dummyKey, wire = 'responses', models = ['loopback-model'] } = options
  const setup = Object.hasOwn(setups, agent) ? setups[agent] : undefined
  if (setup === undefined) {
    throw new ValidationError(`No provider setup is known for ${agent}`, [], {
      hint: `Use one of ${Object.keys(setups).join(', ')}.`,
    })
  }
  return setup({ url, key, wire, models })
}

/** Whether `providerSetup` knows the agent. */
export function hasProviderSetup(agent: string): boolean {
  return Object.hasOwn(setups, agent)
}
