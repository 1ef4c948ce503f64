import * as setups from './setups.ts'
import type { AgentSetup } from './setups.ts'

export type Level = 'low' | 'medium' | 'high' | 'max'

/** Where a wire carries the thinking of a turn. */
export type ArrivalPlace =
  | 'effort'
  | 'budget'
  | 'responses-effort'
  | 'chat-effort'
  | 'gemini-budget'
  | 'gemini-level'

/** What the plan must promise and what must arrive; or that the run is refused before anything starts. */
export type Expected = { native: Readonly<Record<string, unknown>>; arrives: string | number } | 'refused'

export interface ThinkingCase {
  agent: string
  model: string
  setup: AgentSetup
  place: ArrivalPlace
  levels: Readonly<Record<Level, Expected>>
  /** Why it may be that the agent cannot be installed; without it, that fails the suite. */
  knownGap?: string
}

const word = (effort: string): Expected => ({ native: { effort }, arrives: effort })
const tokens = (budget: number): Expected => ({ native: { budget_tokens: budget }, arrives: budget })
const sameWords = { low: word('low'), medium: word('medium'), high: word('high'), max: word('max') }

/**
 * Models whose effort stands at the top of a request. Newer models behind Pi and omp get it in the middle of the
 * conversation instead, beside a value at the top that never changes.
 */
export const thinkingCases: readonly ThinkingCase[] = [
  { agent: 'claude', model: 'claude-sonnet-5-5', setup: setups.claude, place: 'effort', levels: sameWords },
  {
    agent: 'claude',
    model: 'claude-sonnet-4-5',
    setup: setups.claude,
    place: 'budget',
    levels: { low: tokens(1024), medium: tokens(8192), high: tokens(31_999), max: tokens(31_999) },
  },
  { agent: 'codex', model: 'gpt-6.1-sol', setup: setups.codex, place: 'responses-effort', levels: sameWords },
  {
    agent: 'codex',
    model: 'gpt-5.5',
    setup: setups.codex,
    place: 'responses-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'gemini',
    model: 'gemini-2.5-pro',
    setup: setups.gemini,
    place: 'gemini-budget',
    levels: { low: tokens(1024), medium: tokens(8192), high: tokens(32_768), max: tokens(32_768) },
  },
  {
    agent: 'gemini',
    model: 'gemini-3.1-pro-preview',
    setup: setups.gemini,
    place: 'gemini-level',
    levels: {
      low: { native: { effort: 'low' }, arrives: 'LOW' },
      medium: { native: { effort: 'medium' }, arrives: 'MEDIUM' },
      high: { native: { effort: 'high' }, arrives: 'HIGH' },
      max: 'refused',
    },
  },
  {
    agent: 'copilot',
    model: 'gpt-6.1-sol',
    setup: setups.copilot('responses'),
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'copilot',
    model: 'gpt-5.4',
    setup: setups.copilot('completions'),
    place: 'chat-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'copilot',
    model: 'claude-opus-5.5',
    setup: setups.copilot('messages'),
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'opencode',
    model: 'anthropic/claude-opus-4-6',
    setup: setups.opencode,
    place: 'effort',
    levels: sameWords,
  },
  {
    agent: 'opencode',
    model: 'openai/gpt-6-sol',
    setup: setups.opencode,
    place: 'responses-effort',
    levels: sameWords,
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-opus-4-6',
    setup: setups.pi,
    place: 'effort',
    levels: sameWords,
    knownGap: 'a package it pins is not in every registry',
  },
  { agent: 'omp', model: 'anthropic/claude-opus-4-6', setup: setups.omp, place: 'effort', levels: sameWords },
  {
    agent: 'omp',
    model: 'openai/gpt-5.2',
    setup: setups.omp,
    place: 'responses-effort',
    levels: { ...sameWords, max: 'refused' },
  },
  {
    agent: 'omp',
    model: 'anthropic/claude-sonnet-4-5',
    setup: setups.omp,
    place: 'budget',
    // It takes the words and has tokens of its own for each.
    levels: {
      low: { native: { effort: 'low' }, arrives: 2048 },
      medium: { native: { effort: 'medium' }, arrives: 8192 },
      high: { native: { effort: 'high' }, arrives: 16_384 },
      max: { native: { effort: 'max' }, arrives: 32_768 },
    },
  },
]
