import type { AgentSetup } from './agent-setup.ts'

/** A model with thinking and images in OpenClaw, which supports neither for an unknown model. */
function thinkingModel(id: string): unknown {
  const compat = {
    supportsReasoningEffort: true,
    supportedReasoningEfforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  }
  const input = ['text', 'image']
  return { id, name: id, reasoning: true, input, compat, contextWindow: 200_000, maxTokens: 32_000 }
}

const delegated = 'Count to three for {word}'

/** The setup of each agent that Capstan tests. */
export const agentSetups = {
  claude: {
    contract: { settings: { model: 'sonnet', mode: 'plan' } },
    // By default ten retries in three minutes, also after 401; after 529 two in five seconds.
    retriesOff: {
      checks: ['auth-error', 'rate-limit', 'server-error'],
      change: 'retries off: CLAUDE_CODE_MAX_RETRIES=0',
      environment: { CLAUDE_CODE_MAX_RETRIES: '0' },
    },
  },
  codex: { contract: { settings: { model: 'gpt-5.5', mode: 'read-only' } } },
  gemini: {
    options: { model: 'gemini-2.5-pro' },
    contract: {
      settings: { mode: 'plan' },
      prompts: {
        subagents: `{mark} [[tool: invoke_agent {"agent_name": "generalist", "prompt": "${delegated}"}]] [[text: It was delegated]]`,
      },
    },
    // By default ten attempts in four minutes.
    retriesOff: {
      checks: ['rate-limit', 'server-error', 'overloaded'],
      change: 'retries off: general.maxAttempts is 1',
      settings: { '.gemini/settings.json': { general: { maxAttempts: 1 } } },
    },
  },
  copilot: { options: { model: 'gpt-5.4' } },
  opencode: {
    // In a file, because some checks open a session by themselves.
    settings: { '.config/opencode/opencode.json': { model: 'anthropic/claude-opus-4-6' } },
    contract: {
      settings: { model: 'openai/gpt-6-sol', mode: 'plan' },
      prompts: {
        plan: '{mark} [[tool: todowrite {"todos": [{"content": "First", "status": "pending", "priority": "high"}]}]] [[text: That is the plan]]',
        subagents: `{mark} [[tool: task {"description": "Count", "prompt": "${delegated}", "subagent_type": "general"}]] [[text: It was delegated]]`,
      },
    },
  },
  pi: { contract: { settings: { model: 'openai/gpt-5.2', mode: 'low' } } },
  omp: {
    contract: {
      settings: { model: 'openai/gpt-5.2', mode: 'plan' },
      prompts: {
        // The model calls the tool of a server by writing to a file.
        mcp: '{mark} [[write: xd://mcp__capstan_contract_contract_word | {}]] [[text: It was called]]',
        'mcp-http': '{mark} [[write: xd://mcp__capstan_contract_contract_word | {}]] [[text: It was called]]',
        plan: '{mark} [[tool: todo {"i": "plan", "op": "init", "list": [{"phase": "One", "items": ["First"]}]}]] [[text: That is the plan]]',
        subagents: `{mark} [[tool: task {"i": "count", "context": "Counting", "tasks": [{"task": "${delegated}"}]}]] [[delay: 3000]] [[text: It was delegated]]`,
        // Before the first text it tries ten times, regardless of its settings.
        'rate-limit': 'Say hello {mark} [[text: I begin]] [[error: 429 There were too many requests]]',
        'server-error': 'Say hello {mark} [[text: I begin]] [[error: 500 The server is out of order]]',
        overloaded: 'Say hello {mark} [[text: I begin]] [[error: 529 Overloaded]]',
      },
    },
  },
  openclaw: {
    settings: {
      '.openclaw/openclaw.json': {
        gateway: { mode: 'local', bind: 'loopback' },
        models: { providers: { loopback: { models: [thinkingModel('loopback-model')] } } },
      },
    },
    environment: { OPENCLAW_GATEWAY_TOKEN: 'loopback-only' },
    options: { timeouts: { initializeMs: 120_000, sessionMs: 120_000, requestMs: 60_000 } },
    readyText: '[gateway] ready',
    contract: {
      settings: { mode: 'low' },
      // After a rejected key, the agent sends no request for a minute.
      apart: ['auth-error', 'rate-limit', 'server-error', 'overloaded'],
    },
    retriesOff: {
      checks: ['rate-limit', 'server-error', 'overloaded'],
      change: 'retries off: retry.enabled is false, retry.provider.maxRetries is 0',
      settings: {
        '.openclaw/agents/main/agent/settings.json': {
          retry: { enabled: false, provider: { maxRetries: 0 } },
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, AgentSetup>>

export type TestedAgent = keyof typeof agentSetups
