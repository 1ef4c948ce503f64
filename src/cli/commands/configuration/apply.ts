import type { LoadedConfig } from '../../../config/load-config.ts'
import type { Setting } from '../../../config/settings.ts'
import type { CommandCall, Invocation } from '../../command.ts'
import { attachAgents } from './attached.ts'
import { type ChosenAgent, withDefaultAgent } from './default-agent.ts'
import { addSurroundings } from './surroundings.ts'

type Values = Map<string, readonly string[]>

/** The options of a run, by the key that sets each. `agent` and `env` are not options of their own. */
const runOptions: Readonly<Record<string, readonly string[]>> = {
  effort: ['effort'],
  model: ['model'],
  transport: ['transport'],
  permissions: ['permissions'],
  maxCostUsd: ['max-cost'],
  maxTokens: ['max-tokens'],
  maxTurns: ['max-turns'],
  timeout: ['timeout'],
}

/** The keys that set options, by command: a timeout of `capstan probe`, say, is not that of a run. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  run: Object.keys(runOptions),
  'session new': Object.keys(runOptions),
  serve: ['permissions'],
  'a2e serve': ['permissions'],
}

/**
 * Puts what files and variables set into a command line, where it says nothing itself.
 * @throws CapstanError `CONFIG_INVALID` or `CONFIG_UNSAFE`
 */
export async function applyConfiguration(
  name: string,
  call: CommandCall & { folder: string },
): Promise<Pick<Invocation, 'values' | 'arguments'>> {
  const { command, output, folder } = call
  const { loadConfig } = await import('../../../config/load-config.ts')
  const loaded = loadConfig({ cwd: folder })
  const { config, warnings } = loaded
  useDataFolder(loaded)
  const options = new Set(command.options.map((option) => option.name))
  const takesAgents = options.has('agents') || keysOf[name] !== undefined
  if (!takesAgents) return call
  for (const warning of warnings) output.note({ warning }, () => `warning: ${warning}`)
  const values: Values = new Map(call.values)
  if (config.agents !== undefined) attachAgents(values, config.agents)
  const namesAgent = keysOf[name]?.includes('model') === true
  const chosen: ChosenAgent = namesAgent
    ? await withDefaultAgent(name, { words: call.arguments, values, agent: config.agent })
    : { words: call.arguments }
  for (const key of keysOf[name] ?? []) {
    const option = runOptions[key]?.find((candidate) => options.has(candidate)) ?? ''
    const value = valueOf(key, loaded.settings, chosen)
    // A file's "ask" is what commands do by default: ask where somebody can answer.
    if (value === undefined || value === 'ask' || values.has(option) || !options.has(option)) continue
    values.set(option, [typeof value === 'string' ? value : JSON.stringify(value)])
  }
  if (chosen.provider !== undefined && options.has('allow-unknown-model')) {
    const { model } = chosen.provider
    if (model !== undefined && !values.has('model')) values.set('model', [model])
    values.set('allow-unknown-model', ['true'])
  }
  addSurroundings(values, {
    ...(options.has('env') ? { env: config.env } : {}),
    ...(options.has('mcp') ? { mcpServers: config.mcpServers } : {}),
  })
  return { values, arguments: chosen.words }
}

/** The daemon and whatever else is started from here has to find the same folder and the same file. */
function useDataFolder({ config, files }: LoadedConfig): void {
  if (config.dataFolder === undefined || files.user === undefined || process.env['CAPSTAN_HOME']) return
  process.env['CAPSTAN_CONFIG'] = files.user
  process.env['CAPSTAN_HOME'] = config.dataFolder
}

/** A value for one agent: the stronger source counts, and of one source what is set for the agent alone. */
function valueOf(key: string, settings: readonly Setting[], { agent, isDefault }: ChosenAgent): unknown {
  const find = (...path: string[]): Setting | undefined =>
    settings.find(
      (setting) => setting.path.length === path.length && path.every((step, at) => setting.path[at] === step),
    )
  const own = agent === undefined ? undefined : find('agents', agent, key)
  const general = key === 'model' && isDefault !== true ? undefined : find(key)
  if (own === undefined || general === undefined) return (own ?? general)?.value
  return isStronger(general, own) ? general.value : own.value
}

/** The environment's over the files', the project's over the user's. */
function isStronger(one: Setting, other: Setting): boolean {
  const order = ['user', 'project', 'environment']
  return order.indexOf(one.source) > order.indexOf(other.source)
}
