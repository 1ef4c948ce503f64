import type { AgentModels } from './agent-models.ts'
import { freeze } from './freeze.ts'
import type { ModelRecord } from './model-record.ts'
import { copilotIds, ompIds, openclawIds, opencodeProviders, piProviders } from './seen-names.ts'

/**
 * Claude Code 2.1.325. The flag is in its help; aliases, efforts and the default are in its `initialize` response.
 * Claude Code passes any other id to Anthropic unchanged.
 */
const claude: AgentModels = {
  agent: 'claude',
  providers: ['anthropic'],
  selection: { cliArgKey: '--model', form: 'id' },
  report: 'claude',
  protocol: 'messages',
  deployment: 'hosted',
  // MAX_THINKING_TOKENS was tried with 4.5 models, where Claude caps it, and with newer models, which ignore it.
  thinking: {
    models: [
      {
        match: ['claude-haiku-4-5*', 'claude-opus-4-5*', 'claude-sonnet-4-5*'],
        budget: [1024, 31_999],
        off: { by: 'budget' },
      },
      { match: ['claude-opus-4-6*', 'claude-sonnet-4-6*'], budget: 'none', off: { by: 'switch' } },
      { match: ['*'], budget: 'none' },
    ],
  },
}

/** Codex 0.166.0. The flag is in its help; everything else is in `codex debug models`. */
const codex: AgentModels = {
  agent: 'codex',
  providers: ['openai'],
  selection: { cliArgKey: '-m', form: 'id' },
  report: 'codex',
  protocol: 'responses',
  deployment: 'hosted',
}

/**
 * Gemini CLI 0.61.0. The flag is in its help. In test runs, the aliases reached Google as the models listed here.
 * Without a model, Gemini chooses one for each request.
 */
const gemini: AgentModels = {
  agent: 'gemini',
  providers: ['google'],
  selection: { cliArgKey: '-m', form: 'id' },
  aliases: {
    pro: 'gemini-3.1-pro-preview',
    flash: 'gemini-3.8-flash',
    'flash-lite': 'gemini-3.5-flash-lite',
    'gemini-3-pro-preview': 'gemini-3.1-pro-preview',
    'gemini-3.5-flash': 'gemini-3.8-flash',
  },
  automatic: ['auto'],
  include: ['gemini-*'],
  exclude: ['gemini-robotics-*'],
  protocol: 'custom',
  deployment: 'hosted',
}

/** GitHub Copilot CLI 1.0.102. Flag, ids and `auto` are in its help; its default depends on the account. */
const copilot: AgentModels = {
  agent: 'copilot',
  providers: ['github-copilot'],
  selection: { cliArgKey: '--model', form: 'id' },
  automatic: ['auto'],
  include: copilotIds,
  withModes: true,
  deployment: 'gateway',
  // Copilot sent 1024 tokens for Haiku 4.5 at every level, and no thinking for Sonnet 4.6 with `none`.
  thinking: {
    offLevel: 'none',
    models: [
      { match: ['claude-haiku-4.5'], efforts: [], budget: 'none' },
      { match: ['claude-sonnet-4.6'], efforts: ['none', 'low', 'medium', 'high', 'max'], budget: 'none' },
      { match: ['*'], budget: 'none' },
    ],
  },
}

/** Cursor's command line, not run. Its documentation names no flag or models; the models depend on the account. */
const cursor: AgentModels = { agent: 'cursor', providers: [] }

/**
 * OpenCode 1.18.34. The flag is in its help; its catalog is models.dev. It was seen to offer a model's other modes
 * under separate ids, and no deprecated models. The levels are from its own list.
 */
const opencode: AgentModels = {
  agent: 'opencode',
  providers: opencodeProviders,
  selection: { cliArgKey: '-m', form: 'provider/id' },
  report: 'opencode',
  withoutDeprecated: true,
  withModes: true,
  protocol: 'by-provider',
  deployment: 'by-provider',
  thinking: { offLevel: 'none' },
}

/** Pi 1.5.0. The flag is in its help; its catalog is the data in its package. */
const pi: AgentModels = {
  agent: 'pi',
  providers: piProviders,
  selection: { cliArgKey: '--model', form: 'provider/id' },
  report: 'pi',
  protocol: 'by-provider',
  deployment: 'by-provider',
  thinking: { offLevel: 'off', models: [{ match: ['*'], budget: 'none' }] },
}

/** omp 18.2.3. The flag is in its help; only ids that omp was seen to list, with omp's own levels. */
const omp: AgentModels = {
  agent: 'omp',
  providers: ['anthropic', 'openai'],
  selection: { cliArgKey: '--model', form: 'provider/id' },
  include: ompIds,
  protocol: 'by-provider',
  deployment: 'by-provider',
  // Every session offers off and auto; off was seen to turn thinking off only for Sonnet 4.5.
  thinking: {
    ownLevels: ['off', 'auto'],
    notTaken: ['none'],
    models: [
      {
        match: ['anthropic/claude-sonnet-4-5*'],
        efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
        budget: 'none',
        off: { by: 'level', level: 'off' },
      },
      { match: ['*'], budget: 'none' },
    ],
  },
}

/**
 * OpenClaw 2026.9.6. The flag and the ids are in its help. Its catalog, `openclaw models list --all`, was not recorded,
 * and its configuration adds models of any provider.
 */
const openclaw: AgentModels = {
  agent: 'openclaw',
  providers: ['openai', 'anthropic'],
  selection: { cliArgKey: '--model', form: 'provider/id' },
  include: openclawIds,
  partial: true,
  thinking: { models: [{ match: ['*'], budget: 'none' }] },
}

/** Hermes, not run. Its documentation names no flag or models; the models depend on the configured provider. */
const hermes: AgentModels = { agent: 'hermes', providers: [] }

/** Agents whose models depend on the configured providers; their lists were not examined. */
const others: readonly AgentModels[] = ['goose', 'kimi', 'qwen', 'droid', 'kilo'].map((agent) => ({
  agent,
  providers: [],
}))

/** The simulated agent: its models are only names and cost nothing. */
const sim: AgentModels = {
  agent: 'sim',
  providers: [],
  own: [
    simModel('sim-large', 'Sim large (simulated)', 200_000),
    simModel('sim-small', 'Sim small (simulated)', 32_000),
  ],
  defaultModel: 'sim-small',
}

function simModel(id: string, name: string, context: number): ModelRecord {
  return {
    id,
    name,
    context,
    output: 8000,
    thinks: true,
    efforts: ['low', 'medium', 'high', 'max'],
    images: true,
    files: true,
    price: { input: 0, output: 0 },
    source: 'Capstan',
    date: '2026-11-15',
  }
}

/** The models of all built-in agents. */
export const builtInAgentModels: readonly AgentModels[] = /* @__PURE__ */ freeze([
  claude,
  codex,
  gemini,
  copilot,
  cursor,
  opencode,
  pi,
  omp,
  openclaw,
  hermes,
  ...others,
  sim,
])
