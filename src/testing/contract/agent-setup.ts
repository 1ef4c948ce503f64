import type { CheckName } from './check-name.ts'
import type { ContractSettings } from './context.ts'
import type { ContractPrompts } from './fill-prompt.ts'

/** How the contract of one agent differs beside the model provider. */
export interface ContractSetup {
  /** Prompts with marks that name the agent's own tools. */
  readonly prompts?: ContractPrompts
  readonly settings?: ContractSettings
  /** Checks that need homes of their own, because the agent would remember the previous check. */
  readonly apart?: readonly CheckName[]
}

const delegated = 'Count to three for {word}'

const setups: Readonly<Record<string, ContractSetup>> = {
  claude: { settings: { model: 'sonnet', mode: 'plan' } },
  codex: {
    settings: { model: 'gpt-5.5', mode: 'read-only' },
  },
  gemini: {
    settings: { mode: 'plan' },
    prompts: {
      subagents: `{mark} [[tool: invoke_agent {"agent_name": "generalist", "prompt": "${delegated}"}]] [[text: It was delegated]]`,
    },
  },
  opencode: {
    settings: { model: 'openai/gpt-6-sol', mode: 'plan' },
    prompts: {
      plan: '{mark} [[tool: todowrite {"todos": [{"content": "First", "status": "pending", "priority": "high"}]}]] [[text: That is the plan]]',
      subagents: `{mark} [[tool: task {"description": "Count", "prompt": "${delegated}", "subagent_type": "general"}]] [[text: It was delegated]]`,
    },
  },
  pi: { settings: { model: 'openai/gpt-5.2', mode: 'low' } },
  omp: {
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
  openclaw: {
    settings: { mode: 'low' },
    // After a rejected key, the agent sends no request for a minute.
    apart: ['auth-error', 'rate-limit', 'server-error', 'overloaded'],
  },
}

/** What the contract of a known agent needs beside the model provider; empty for any other agent. */
export function contractSetup(agent: string): ContractSetup {
  return (Object.hasOwn(setups, agent) ? setups[agent] : undefined) ?? {}
}
