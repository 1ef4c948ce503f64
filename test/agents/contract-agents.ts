import type { CheckName } from '../../src/testing/contract/check-name.ts'
import type { ContractSettings } from '../../src/testing/contract/context.ts'
import type { ContractPrompts } from '../../src/testing/contract/prompts.ts'
import type { TestedAgent } from './agent-surroundings.ts'

/** The differences between the contracts of agents. */
export interface ContractAgent {
  prompts?: ContractPrompts
  settings?: ContractSettings
  /** Checks with separate homes, because the agent would remember the previous check. */
  apart?: readonly CheckName[]
}

const hello = 'Say hello [[text: Hello {word}, it is good to see you here.]]'
const longWork = 'Work for long [[shell: node -e "setTimeout(() => {}, 600000)"]] [[text: It is done]]'

/** The steps of the model in each check, as marks for the model provider. */
export const contractPrompts: ContractPrompts = {
  text: hello,
  thinking: '[[think: I think about ropes and how they are wound]] [[text: That was a good thought]]',
  'tool-read': '[[read: {folder}/note.txt]] [[text: It is read]]',
  'tool-allow': '[[write: {folder}/made.txt | {word}]] [[text: It is made]]',
  'tool-deny': '[[write: {folder}/denied.txt | {word}]] [[text: It is over]]',
  edit: '[[read: {folder}/edited.txt]] [[edit: {folder}/edited.txt | before | {word}]] [[text: It is changed]]',
  cancel: longWork,
  resume: hello,
  load: hello,
  fork: hello,
  list: hello,
  close: hello,
  delete: hello,
  mcp: '[[tool: contract_word {}]] [[text: It was called]]',
  image: 'Look at this [[text: I see an image]]',
  'additional-directory': '[[read: {directory}/note.txt]] [[text: It is read]]',
  model: hello,
  effort: hello,
  mode: hello,
  usage: '[[usage: 100 20]] [[text: Hello once more]]',
  'auth-error': 'Say hello [[error: 401 The key is not known here]]',
  'rate-limit': 'Say hello [[error: 429 There were too many requests]]',
  'server-error': 'Say hello [[error: 500 The server is out of order]]',
  crash: longWork,
}

export const contractAgents: Readonly<Record<TestedAgent, ContractAgent>> = {
  claude: { settings: { model: 'sonnet', effort: 'high', mode: 'plan' } },
  codex: { settings: { model: 'gpt-5.5', effort: 'high', mode: 'read-only' } },
  gemini: { settings: { model: 'gemini-3.8-flash', mode: 'plan' } },
  copilot: {},
  opencode: { settings: { model: 'openai/gpt-6-sol', effort: 'max', mode: 'plan' } },
  pi: { settings: { model: 'openai/gpt-5.2', effort: 'high', mode: 'low' } },
  omp: {
    settings: { model: 'openai/gpt-5.2', effort: 'low', mode: 'plan' },
    prompts: {
      // The model calls the tool of a server by writing to a file.
      mcp: '[[write: xd://mcp__capstan_contract_contract_word | {}]] [[text: It was called]]',
      // Before the first text it tries ten times, regardless of its settings.
      'rate-limit': 'Say hello [[text: I begin]] [[error: 429 There were too many requests]]',
      'server-error': 'Say hello [[text: I begin]] [[error: 500 The server is out of order]]',
    },
  },
  openclaw: {
    settings: { effort: 'high', mode: 'low' },
    // After a rejected key, the agent sends no request for a minute.
    apart: ['auth-error', 'rate-limit', 'server-error'],
  },
}
