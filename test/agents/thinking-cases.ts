import {
  dummyKey,
  providerSetup,
  type ProviderSetupOptions,
} from '../../src/testing/provider/provider-setup.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'

export type Level = 'low' | 'medium' | 'high' | 'max'

/** Where a wire carries the thinking of a turn. */
export type ArrivalPlace =
  | 'effort'
  | 'budget'
  | 'responses-effort'
  | 'chat-effort'
  | 'gemini-budget'
  | 'gemini-level'

/** The expected plan and the expected value at the provider, or that the run is refused before the start. */
export type Expected = { native: Readonly<Record<string, unknown>>; arrives: string | number } | 'refused'

export interface ThinkingCase {
  agent: TestedAgent
  model: string
  surroundings: AgentSetup
  place: ArrivalPlace
  /** The model of side requests such as titles, which may run during a turn. */
  besideModel?: string
  /** Only the command line accepts this model's settings. Everything else runs over ACP, or on the command line if set. */
  isCommandLineOnly?: true
  levels: Readonly<Record<Level, Expected>>
}

const at = (agent: string, wire?: ProviderSetupOptions['wire']): AgentSetup => ({
  provider: providerSetup(agent, providerAddress, wire === undefined ? {} : { wire }),
})

/** With the models it knows by itself. */
const openclaw: AgentSetup = {
  ...agentSetups.openclaw,
  settings: {
    '.openclaw/openclaw.json': {
      gateway: { mode: 'local', bind: 'loopback' },
      models: {
        providers: {
          openai: { baseUrl: `${providerAddress}/v1`, apiKey: dummyKey, models: [] },
          anthropic: { baseUrl: providerAddress, apiKey: dummyKey, models: [] },
        },
      },
    },
  },
}

/** Of agents that send tokens of their own for each level. */
const ownTokens = {
  low: { native: { effort: 'low' }, arrives: 2048 },
  medium: { native: { effort: 'medium' }, arrives: 8192 },
  high: { native: { effort: 'high' }, arrives: 16_384 },
} as const

const word = (effort: string): Expected => ({ native: { effort }, arrives: effort })
const tokens = (budget: number): Expected => ({ native: { budget_tokens: budget }, arrives: budget })
const sameWords = { low: word('low'), medium: word('medium'), high: word('high'), max: word('max') }

/** The effect of the four levels with each agent, for each kind of model. */
export const thinkingCases: readonly ThinkingCase[] = [
  // The slow one first and not by both workers at once, so that they end at about the same time.
  {
    agent: 'openclaw',
    model: 'openai/gpt-6-astra',
    surroundings: openclaw,
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'claude',
    model: 'claude-sonnet-5-5',
    surroundings: at('claude'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'claude',
    model: 'claude-sonnet-4-5',
    surroundings: at('claude'),
    place: 'budget',
    isCommandLineOnly: true,
    levels: { low: tokens(1024), medium: tokens(8192), high: tokens(31_999), max: tokens(31_999) },
  },
  {
    agent: 'codex',
    model: 'gpt-6.1-sol',
    surroundings: at('codex'),
    besideModel: 'gpt-5.6-luna',
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'codex',
    model: 'gpt-5.5',
    surroundings: at('codex'),
    besideModel: 'gpt-5.6-luna',
    place: 'responses-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'gemini',
    model: 'gemini-2.5-pro',
    surroundings: at('gemini'),
    place: 'gemini-budget',
    isCommandLineOnly: true,
    levels: { low: tokens(1024), medium: tokens(8192), high: tokens(32_768), max: tokens(32_768) },
  },
  {
    agent: 'gemini',
    model: 'gemini-3.1-pro-preview',
    surroundings: at('gemini'),
    place: 'gemini-level',
    isCommandLineOnly: true,
    levels: {
      low: { native: { effort: 'low' }, arrives: 'LOW' },
      medium: { native: { effort: 'medium' }, arrives: 'MEDIUM' },
      high: { native: { effort: 'high' }, arrives: 'HIGH' },
      max: 'refused',
    },
  },
  {
    agent: 'openclaw',
    model: 'anthropic/claude-sonnet-4-6',
    surroundings: openclaw,
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'copilot',
    model: 'gpt-6.1-sol',
    surroundings: at('copilot', 'responses'),
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'copilot',
    model: 'gpt-5.4',
    surroundings: at('copilot', 'completions'),
    place: 'chat-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'copilot',
    model: 'claude-opus-5.5',
    surroundings: at('copilot', 'messages'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'opencode',
    model: 'anthropic/claude-opus-4-6',
    surroundings: at('opencode'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'opencode',
    model: 'openai/gpt-6-sol',
    surroundings: at('opencode'),
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'opencode',
    model: 'anthropic/claude-sonnet-4-5',
    surroundings: at('opencode'),
    place: 'budget',
    // It has tokens of its own for these two, and ignores the others.
    levels: {
      low: 'refused',
      medium: 'refused',
      high: { native: { effort: 'high' }, arrives: 16_000 },
      max: { native: { effort: 'max' }, arrives: 31_999 },
    },
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-opus-4-6',
    surroundings: at('pi'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-opus-5-5',
    surroundings: at('pi'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-sonnet-4-5',
    surroundings: at('pi'),
    place: 'budget',
    // It accepts the levels, sends its own token count for each, and has none above high.
    levels: {
      ...ownTokens,
      max: 'refused',
    },
  },
  {
    agent: 'pi',
    model: 'openai/gpt-5.2',
    surroundings: at('pi'),
    place: 'responses-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'pi',
    model: 'openai/gpt-6.1-sol',
    surroundings: at('pi'),
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'omp',
    model: 'anthropic/claude-opus-4-6',
    surroundings: at('omp'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'omp',
    model: 'openai/gpt-5.2',
    surroundings: at('omp'),
    place: 'responses-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'omp',
    model: 'anthropic/claude-sonnet-4-5',
    surroundings: at('omp'),
    place: 'budget',
    // It has tokens of its own for each level.
    levels: {
      ...ownTokens,
      // It lists none above xhigh, and would send max as xhigh.
      max: 'refused',
    },
  },
]
