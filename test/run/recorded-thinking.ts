/**
 * The effect of a level, as recorded at the provider.
 * - `same`: it arrived under its own name, a number: as so many tokens, `off`: thinking was off
 * - `as …`: it arrived as another level
 * - `ignored`: the default arrived, `refused`: the program ended or the session refused it
 * - `unlisted`: it was sent as it is, though neither the program nor the model lists it
 */
export type Arrival = 'same' | number | 'off' | `as ${string}` | 'ignored' | 'refused' | 'unlisted'

export interface RecordedLevels {
  agent: string
  /** Left out where the program ran with a model that no registry has. */
  model?: string
  /** The levels, separated by blanks, by their effect. */
  levels: Readonly<Partial<Record<Arrival, string>>>
}

/** Levels on the command line. */
export const recordedLevels: readonly RecordedLevels[] = [
  // Claude Code 2.1.325, `--effort`
  {
    agent: 'claude',
    model: 'claude-opus-5-5',
    levels: { same: 'low medium high xhigh max', ignored: 'auto none ultra bogus' },
  },
  { agent: 'claude', model: 'claude-sonnet-5-5', levels: { same: 'low high max' } },
  { agent: 'claude', model: 'claude-haiku-5-5', levels: { same: 'low high max' } },
  { agent: 'claude', model: 'claude-fable-5-2', levels: { same: 'low high max' } },
  { agent: 'claude', model: 'claude-sonnet-4-6', levels: { same: 'low high max' } },
  { agent: 'claude', model: 'claude-opus-4-6', levels: { same: 'low high max' } },
  { agent: 'claude', model: 'claude-opus-4-5', levels: { same: 'low high', 'as high': 'max' } },
  { agent: 'claude', levels: { same: 'low high max' } },
  // Codex 0.166.0, `model_reasoning_effort`
  {
    agent: 'codex',
    model: 'gpt-6.1-sol',
    levels: { unlisted: 'none minimal bogus', same: 'low medium high xhigh max', 'as xhigh': 'ultra' },
  },
  { agent: 'codex', model: 'gpt-5.5', levels: { same: 'low high', unlisted: 'max', 'as xhigh': 'ultra' } },
  { agent: 'codex', levels: { same: 'high' } },
  // Gemini CLI 0.61.0, `thinkingLevel` in a settings file
  {
    agent: 'gemini',
    model: 'gemini-3.8-flash',
    levels: { unlisted: 'minimal bogus', same: 'low medium high' },
  },
  { agent: 'gemini', model: 'gemini-3.1-pro-preview', levels: { same: 'low' } },
  // GitHub Copilot CLI 1.0.102, `--reasoning-effort`
  {
    agent: 'copilot',
    model: 'gpt-5.4',
    levels: { same: 'none low medium high xhigh', unlisted: 'minimal max', refused: 'bogus' },
  },
  { agent: 'copilot', model: 'gpt-6.1-sol', levels: { same: 'max' } },
  { agent: 'copilot', model: 'gpt-5.3-codex', levels: { same: 'low' } },
  { agent: 'copilot', model: 'claude-sonnet-4.6', levels: { off: 'none', same: 'low high max' } },
  { agent: 'copilot', model: 'claude-opus-5.5', levels: { same: 'low high max' } },
  // It is sent 1024 tokens whatever the level.
  { agent: 'copilot', model: 'claude-haiku-4.5', levels: { ignored: 'low high max' } },
  { agent: 'copilot', levels: { same: 'high', refused: 'bogus' } },
  // OpenCode 1.18.34, `--variant`
  {
    agent: 'opencode',
    model: 'anthropic/claude-sonnet-4-5',
    levels: { ignored: 'minimal low medium xhigh', 16_000: 'high', 31_999: 'max' },
  },
  {
    agent: 'opencode',
    model: 'anthropic/claude-opus-4-6',
    levels: { ignored: 'minimal xhigh', same: 'low medium high max' },
  },
  {
    agent: 'opencode',
    model: 'openai/gpt-5.2',
    levels: { same: 'none low medium high xhigh', ignored: 'max' },
  },
  { agent: 'opencode', model: 'openai/gpt-6-sol', levels: { same: 'max' } },
  // Pi 1.5.0, `--thinking`
  {
    agent: 'pi',
    model: 'anthropic/claude-sonnet-4-5',
    levels: {
      off: 'off',
      1024: 'minimal',
      2048: 'low',
      8192: 'medium',
      16_384: 'high',
      'as high': 'xhigh max',
    },
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-opus-4-6',
    levels: { off: 'off', 'as low': 'minimal', same: 'low medium high max', 'as max': 'xhigh' },
  },
  {
    agent: 'pi',
    model: 'anthropic/claude-opus-5-5',
    levels: { 'as low': 'off minimal', same: 'low medium high xhigh max' },
  },
  {
    agent: 'pi',
    model: 'openai/gpt-5.2',
    levels: { off: 'off', same: 'low medium high xhigh', 'as xhigh': 'max' },
  },
  {
    agent: 'pi',
    model: 'openai/gpt-6.1-sol',
    levels: { 'as low': 'off', same: 'low medium high xhigh max' },
  },
  { agent: 'pi', levels: { same: 'minimal low medium high xhigh max', ignored: 'bogus' } },
  // omp 18.2.3, `--thinking`
  {
    agent: 'omp',
    model: 'anthropic/claude-sonnet-4-5',
    levels: {
      off: 'off',
      1024: 'minimal',
      2048: 'low',
      8192: 'medium',
      16_384: 'high',
      32_768: 'xhigh',
      'as xhigh': 'max',
    },
  },
  {
    agent: 'omp',
    model: 'anthropic/claude-opus-4-6',
    levels: { 'as low': 'off minimal', same: 'low medium high max', 'as high': 'xhigh' },
  },
  {
    agent: 'omp',
    model: 'openai/gpt-5.2',
    levels: { 'as low': 'off', same: 'low medium high xhigh', 'as xhigh': 'max' },
  },
  { agent: 'omp', levels: { same: 'minimal low medium high xhigh max', ignored: 'bogus' } },
  // OpenClaw 2026.9.6, `--thinking`
  {
    agent: 'openclaw',
    levels: { off: 'off', 1024: 'minimal', 2048: 'low', 8192: 'medium', 16_384: 'high', refused: 'bogus' },
  },
]

/** The models for which a program ignores the flag or option of a level, and takes a budget. */
export const recordedWithoutLevels: readonly { agent: string; model: string }[] = [
  // Claude Code 2.1.325: `--effort` low, high and max left the budget at 31999
  { agent: 'claude', model: 'claude-sonnet-4-5' },
  { agent: 'claude', model: 'claude-haiku-4-5' },
]

/** The effect of a budget in tokens; `capped` to another number, `beside` a level that it does not replace. */
export type BudgetArrival = 'same' | 'off' | 'ignored' | 'capped' | 'beside' | 'unlisted'

export interface RecordedBudget {
  agent: string
  model: string
  budgets: Readonly<Record<number, BudgetArrival>>
}

export const recordedBudgets: readonly RecordedBudget[] = [
  // Claude Code 2.1.325, `MAX_THINKING_TOKENS`; for Opus 4.6 and 0, `--thinking disabled`
  { agent: 'claude', model: 'claude-opus-5-5', budgets: { 0: 'ignored', 4096: 'ignored' } },
  { agent: 'claude', model: 'claude-opus-4-6', budgets: { 0: 'off', 4096: 'ignored' } },
  { agent: 'claude', model: 'claude-sonnet-4-5', budgets: { 0: 'off', 4096: 'same', 100_000: 'capped' } },
  // Gemini CLI 0.61.0, `thinkingBudget` in a settings file; 0 is sent, which the model does not take
  {
    agent: 'gemini',
    model: 'gemini-2.5-pro',
    budgets: { 0: 'unlisted', 128: 'same', 1024: 'same', 32_768: 'same' },
  },
  { agent: 'gemini', model: 'gemini-3.8-flash', budgets: { 2048: 'beside' } },
]

/** The levels that a session over ACP offered, without the value for no choice. */
export const recordedOptions: readonly { agent: string; model: string; levels: readonly string[] }[] = [
  // claude-agent-acp, versions 1 and 2 of the protocol
  { agent: 'claude', model: 'claude-opus-5-5', levels: ['low', 'medium', 'high', 'xhigh', 'max'] },
  // codex-acp
  { agent: 'codex', model: 'gpt-6.1-sol', levels: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'] },
  { agent: 'codex', model: 'gpt-5.5', levels: ['low', 'medium', 'high', 'xhigh'] },
  { agent: 'codex', model: 'gpt-6-luna', levels: ['low', 'medium', 'high', 'xhigh', 'max'] },
  // omp acp
  {
    agent: 'omp',
    model: 'anthropic/claude-opus-4-8',
    levels: ['off', 'low', 'medium', 'high', 'xhigh', 'max', 'auto'],
  },
]

/** The levels that sessions over ACP offered for models that no registry has. */
export const recordedVocabulary: readonly {
  agent: string
  levels: readonly string[]
  refused?: readonly string[]
}[] = [
  // pi-acp, which takes any other level as off
  { agent: 'pi', levels: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], refused: ['bogus'] },
  // omp acp
  {
    agent: 'omp',
    levels: ['off', 'auto', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    refused: ['bogus'],
  },
  // openclaw acp
  { agent: 'openclaw', levels: ['off', 'minimal', 'low', 'medium', 'high', 'adaptive'] },
  // opencode acp, where the levels are the variants of the model
  { agent: 'opencode', levels: ['low', 'medium', 'high'] },
  // claude-agent-acp and codex-acp
  { agent: 'claude', levels: ['low', 'high', 'xhigh', 'max'], refused: ['bogus'] },
  { agent: 'codex', levels: ['medium', 'high', 'max', 'ultra'], refused: ['bogus'] },
]
