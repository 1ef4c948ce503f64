import type { ModelCapabilities } from '../../../capabilities/ecosystems/mux/types.ts'
import type { DetailedModelRegistry } from '../../../models/registry.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import { startProgress } from '../../output/progress.ts'
import { UsageError } from '../../usage-error.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, knownAgents, knownModels } from '../known-agents.ts'
import type { AgentAdapter } from '../../../agents/adapter.ts'
import { CapstanError } from '../../../core/capstan-error.ts'

/** The changes a refresh finds for one agent. */
interface Refreshed {
  agent: string
  /** `skipped`: public data does not contain the agent. */
  status: 'refreshed' | 'skipped' | 'failed'
  models: number
  added: string[]
  changed: string[]
  /** Newly deprecated. */
  retired: string[]
  /** No longer offered. */
  removed: string[]
  before: string
  after: string
  error?: string
}

export const refreshModels: Command = {
  description:
    'Fetches model data, or asks an installed agent, and shows the differences to the data in this release of Capstan.\n' +
    'Saves nothing. Programs update their own registry with refresh or applyReported.',
  usage: '[agent] [--from <url|file>] | <agent> --from-agent',
  options: [
    {
      name: 'from',
      value: '<url|file>',
      help: 'data in the models.dev format (default: models.dev)',
    },
    { name: 'from-agent', help: 'ask the installed agent, which overrides public data' },
    agentsOption,
  ],
  maxArguments: 1,
  stopsItself: true,
  examples: [
    'capstan models refresh',
    'capstan models refresh claude --from ./models.json',
    'capstan models refresh codex --from-agent',
  ],
  async run({ values, arguments: [typed], output, signal }) {
    const [location] = values.get('from') ?? []
    const asksAgent = values.has('from-agent')
    if (location !== undefined) requireLocation(location)
    if (asksAgent) requireOneAgent(typed, location)
    const one = typed === undefined ? undefined : await findAgent(typed, { values })
    const { modelsOf } = await import('../../../agents/agent-models.ts')
    const known = modelsOf(await knownAgents(values))
    const selected = one === undefined ? known.list() : [known.get(one.id)]
    const registry = await knownModels(values, location === undefined ? {} : { source: location })
    const update = refresherOf(registry, { agent: asksAgent ? one : undefined, signal })
    const progress = startProgress(output, { text: 'Waiting for model data…', after: 2000 })
    const results = await Promise.all(
      selected.map(({ agent, providers }) =>
        refreshOne(registry, agent, asksAgent || providers.length > 0 ? update : undefined),
      ),
    ).finally(() => progress.stop())
    const failures = results.flatMap(({ failure }) => failure ?? [])
    const rows = results.map(({ row }) => row)
    if (failures.length > 0 && rows.every(({ status }) => status !== 'refreshed')) throw failures[0]
    output.data(rows, () => rowsText(rows))
    return failures.length === 0 ? 0 : 1
  },
}

function requireOneAgent(typed: string | undefined, location: string | undefined): void {
  if (location !== undefined) {
    throw new UsageError('--from and --from-agent cannot be combined', 'Use one of them.')
  }
  requiredArgument(typed, 'agent', 'models refresh <agent> --from-agent')
}

function requireLocation(location: string): void {
  if (location === '') throw new UsageError('--from needs a value', 'Use --from <url|file>.')
  const { username, password } = URL.canParse(location) ? new URL(location) : { username: '', password: '' }
  if (username === '' && password === '') return
  // fetch rejects it too, but its error would show the password.
  throw new UsageError('--from contains a user name or password', 'Download the document and name the file.')
}

async function refreshOne(
  registry: DetailedModelRegistry,
  agent: string,
  update: ((agent: string) => Promise<void>) | undefined,
): Promise<{ row: Refreshed; failure?: Error }> {
  const before = snapshotOf(registry, agent)
  const date = (): string => registry.lastUpdated(agent).toISOString()
  const earlier = date()
  const unchanged = { agent, models: before.size, added: [], changed: [], retired: [], removed: [] }
  if (update === undefined)
    return { row: { ...unchanged, status: 'skipped', before: earlier, after: earlier } }
  try {
    await update(agent)
  } catch (cause) {
    const failure = cause instanceof Error ? cause : new Error(String(cause))
    const dates = { before: earlier, after: earlier }
    return { row: { ...unchanged, status: 'failed', ...dates, error: failure.message }, failure }
  }
  const after = snapshotOf(registry, agent)
  const ids = [...after.keys()]
  const isRetired = (id: string): boolean =>
    before.get(id)?.deprecated === false && after.get(id)?.deprecated === true
  const isChanged = (id: string): boolean =>
    before.has(id) && !isRetired(id) && comparableText(before.get(id)) !== comparableText(after.get(id))
  const row: Refreshed = {
    agent,
    status: 'refreshed',
    models: after.size,
    added: ids.filter((id) => !before.has(id)),
    changed: ids.filter(isChanged),
    retired: ids.filter(isRetired),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    before: earlier,
    after: date(),
  }
  return { row }
}

function snapshotOf(registry: DetailedModelRegistry, agent: string): Map<string, ModelCapabilities> {
  return new Map(registry.models(agent).map((model) => [model.modelId, model]))
}

/** The data of a model without date and source, for comparison. */
function comparableText(model: ModelCapabilities | undefined): string {
  return JSON.stringify({ ...model, lastUpdated: undefined, source: undefined })
}

function rowsText(rows: readonly Refreshed[]): string {
  const lines = rows.map((row) => [row.agent, `${row.models} models`, changesText(row)])
  const named = rows.flatMap(({ agent, added, changed, retired, removed }) => [
    ...added.map((id) => `  ${agent}: ${id} is new`),
    ...retired.map((id) => `  ${agent}: ${id} is now deprecated`),
    ...removed.map((id) => `  ${agent}: ${id} was removed`),
    ...(rows.length === 1 ? changed.map((id) => `  ${agent}: ${id} has changed`) : []),
  ])
  const most = 20
  const more = named.length > most ? [`  and ${named.length - most} more; --json shows all`] : []
  return [columns(lines, { indent: '' }), ...named.slice(0, most), ...more, 'Nothing was saved.'].join('\n')
}

function changesText({ status, added, changed, retired, removed, before, after, error }: Refreshed): string {
  if (status === 'skipped') return 'not in public data'
  if (status === 'failed') return `failed: ${error}`
  const dates = `${before.slice(0, 10)} → ${after.slice(0, 10)}`
  const gone = removed.length === 0 ? '' : `, ${removed.length} removed`
  return `${added.length} new, ${changed.length} changed, ${retired.length} deprecated${gone}; ${dates}`
}

interface RefresherOptions {
  /** The installed agent to ask; without one, public data is fetched. */
  agent: AgentAdapter | undefined
  signal: AbortSignal
}

/** Returns a function that updates the registry for one agent. It rejects when the user interrupts. */
function refresherOf(
  registry: DetailedModelRegistry,
  { agent: asked, signal }: RefresherOptions,
): (agent: string) => Promise<void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new CapstanError('ABORTED', 'The refresh was aborted')))
  })
  return async (agent) => {
    if (asked === undefined) return await Promise.race([registry.refresh(agent), stopped])
    const { askModels } = await import('../../../agents/models/ask-models.ts')
    registry.applyReported(agent, await askModels(asked.definition, { signal }))
  }
}
