import type { ProviderSetup } from '../../testing/provider/provider-setup.ts'
import type { JsonRunOptions } from '../worker/job.ts'

/** What an agent needs to work with a model provider on loopback, beside the address of the provider. */
export interface AgentSetup {
  /** The provider setup (default: the agent's). */
  provider?: ProviderSetup
  environment?: Readonly<Record<string, string>>
  /** Fields to merge into JSON files of the home, by relative path. */
  settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Lines to append to other files. */
  lines?: Readonly<Record<string, readonly string[]>>
  options?: Omit<JsonRunOptions, 'env'>
  /** What the program prints when it is ready that the agent needs beside itself. */
  readyText?: string
}

/** A model with thinking and images in OpenClaw, which supports neither for an unknown model. */
function thinkingModel(id: string): unknown {
  const compat = {
    supportsReasoningEffort: true,
    supportedReasoningEfforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  }
  const input = ['text', 'image']
  return { id, name: id, reasoning: true, input, compat, contextWindow: 200_000, maxTokens: 32_000 }
}

/**
 * The setup of each agent that Capstan tests. Claude, Gemini, omp and OpenClaw give up at the first error of their
 * provider, because they would retry for minutes; the others retry as they do by default.
 */
export const agentSetups = {
  claude: { environment: { CLAUDE_CODE_MAX_RETRIES: '0' } },
  codex: {},
  gemini: {
    settings: { '.gemini/settings.json': { general: { maxAttempts: 1 } } },
    options: { model: 'gemini-2.5-pro' },
  },
  copilot: { options: { model: 'gpt-5.4' } },
  // In a file, because some checks open a session by themselves.
  opencode: { settings: { '.config/opencode/opencode.json': { model: 'anthropic/claude-opus-4-6' } } },
  pi: {},
  omp: { settings: { '.omp/agent/config.yml': { retry: { enabled: false } } } },
  openclaw: {
    settings: {
      '.openclaw/openclaw.json': {
        gateway: { mode: 'local', bind: 'loopback' },
        models: { providers: { loopback: { models: [thinkingModel('loopback-model')] } } },
      },
      '.openclaw/agents/main/agent/settings.json': { retry: { enabled: false, provider: { maxRetries: 0 } } },
    },
    environment: { OPENCLAW_GATEWAY_TOKEN: 'loopback-only' },
    options: { timeouts: { initializeMs: 120_000, sessionMs: 120_000, requestMs: 60_000 } },
    readyText: '[gateway] ready',
  },
} as const satisfies Readonly<Record<string, AgentSetup>>

export type TestedAgent = keyof typeof agentSetups
