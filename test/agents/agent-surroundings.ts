import type { ProviderSetup } from '../../src/testing/provider/provider-setup.ts'
import type { JobRun } from './client-job.ts'

/** The environment of an agent. */
export interface AgentSurroundings {
  /** The provider setup (default: the agent's). */
  provider?: ProviderSetup
  environment?: Readonly<Record<string, string>>
  /** Fields to merge into JSON files of the home, by relative path. */
  settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Lines to append to other files. */
  lines?: Readonly<Record<string, readonly string[]>>
  options?: Omit<JobRun, 'agent' | 'prompt' | 'env'>
}

/** A model with thinking and images in OpenClaw, which supports neither for an unknown model. */
function thinkingModel(id: string): unknown {
  const compat = {
    supportsReasoningEffort: true,
    supportedReasoningEfforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  }
  const input = ['text', 'image']
  return { id, name: id, reasoning: true, input, compat, contextWindow: 200_000, maxTokens: 32_000 }
}

/**
 * The model that each asks. Claude, Gemini, omp and OpenClaw give up at the first error of their provider, because they
 * would go on for minutes; the others retry as they do by default. See `provider-trouble.suite.ts` for the rest.
 */
export const agentSurroundings = {
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
  },
} as const satisfies Readonly<Record<string, AgentSurroundings>>

export type TestedAgent = keyof typeof agentSurroundings
