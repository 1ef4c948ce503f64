import { providerAddress } from './job.ts'
import { dummyKey } from './provider/server.ts'

/** How an agent is pointed at the recording provider. It is laid beside a plan and changes nothing in it. */
export interface AgentSetup {
  environment?: Readonly<Record<string, string>>
  /** Files in the agent's home, by their path from there. */
  home?: Readonly<Record<string, string>>
  /** Files in the folder it works in. */
  work?: Readonly<Record<string, string>>
}

const address = { baseURL: `${providerAddress}/v1`, apiKey: dummyKey }

export const claude: AgentSetup = {
  environment: {
    ANTHROPIC_BASE_URL: providerAddress,
    ANTHROPIC_API_KEY: dummyKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  },
}

export const codex: AgentSetup = {
  environment: { RECORDING_KEY: dummyKey },
  home: {
    '.codex/config.toml': [
      'model_provider = "recording"',
      'check_for_update_on_startup = false',
      '[model_providers.recording]',
      'name = "recording"',
      `base_url = "${providerAddress}/v1"`,
      'wire_api = "responses"',
      'env_key = "RECORDING_KEY"',
      '',
    ].join('\n'),
  },
}

export const gemini: AgentSetup = {
  environment: {
    GOOGLE_GEMINI_BASE_URL: providerAddress,
    GEMINI_API_KEY: dummyKey,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    // The settings of a folder are read before the flag that trusts it.
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  },
  // The plan's own settings file is its home; how it logs in is said in the folder it works in.
  work: {
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    }),
  },
}

/** Copilot with a provider of one's own, by each of the wires it speaks. */
export function copilot(wire: 'responses' | 'completions' | 'messages'): AgentSetup {
  const place: Record<string, string> =
    wire === 'messages'
      ? { COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: providerAddress }
      : { COPILOT_PROVIDER_WIRE_API: wire, COPILOT_PROVIDER_BASE_URL: address.baseURL }
  return { environment: { ...place, COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_API_KEY: dummyKey } }
}

export const opencode: AgentSetup = {
  environment: { OPENCODE_DISABLE_AUTOUPDATE: 'true', OPENCODE_DISABLE_MODELS_FETCH: 'true' },
  home: {
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      provider: { anthropic: { options: address }, openai: { options: address } },
    }),
  },
}

export const pi: AgentSetup = {
  environment: { PI_TELEMETRY: '0' },
  home: {
    '.pi/agent/models.json': JSON.stringify({
      providers: { anthropic: { baseUrl: providerAddress, apiKey: dummyKey } },
    }),
  },
}

export const omp: AgentSetup = {
  // JSON is YAML.
  home: {
    '.omp/agent/models.yml': JSON.stringify({
      providers: {
        anthropic: { baseUrl: providerAddress, apiKey: dummyKey },
        openai: { baseUrl: `${providerAddress}/v1`, apiKey: dummyKey },
      },
    }),
  },
}
