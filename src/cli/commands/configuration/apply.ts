import type { LoadedConfig } from '../../../config/load-config.ts'
import type { Setting } from '../../../config/settings.ts'
import type { CommandCall, Invocation } from '../../command.ts'
import { attachConfig } from './attached.ts'
import { type ChosenAgent, withDefaultAgent } from './default-agent.ts'
import { addSurroundings } from './surroundings.ts'

type Values = Map<string, readonly string[]>

/** The run options that each key sets. `agent` and `env` are handled separately. */
const runOptions: Readonly<Record<string, readonly string[]>> = {
  effort: ['effort'],
  model: ['model'],
  transport: ['transport'],
  permissions: ['permissions'],
  sandbox: ['sandbox'],
  maxCostUsd: ['max-cost'],
  maxTokens: ['max-tokens'],
  maxTurns: ['max-turns'],
  timeout: ['timeout'],
  fallback: ['fallback'],
  needs: ['need'],
  maxPrice: ['max-price'],
}

/** The keys that apply to each command: `timeout` sets a run, not `capstan probe`. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  run: Object.keys(runOptions),
  'session new': Object.keys(runOptions),
  serve: ['permissions', 'sandbox', 'needs', 'maxPrice'],
  'a2e serve': ['permissions', 'sandbox'],
}

/**
 * Adds the settings of files and variables to a command line. Its own flags win.
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
  attachConfig(values, config)
  const namesAgent = keysOf[name]?.includes('model') === true
  const chosen: ChosenAgent = namesAgent
    ? await withDefaultAgent(name, { args: call.arguments, values, agent: config.agent })
    : { args: call.arguments }
  for (const key of keysOf[name] ?? []) {
    const option = runOptions[key]?.find((candidate) => options.has(candidate)) ?? ''
    const value = valueOf(key, loaded.settings, chosen)
    // "ask" in a file is the default of a command: ask if a person can answer.
    if (value === undefined || value === 'ask' || values.has(option) || !options.has(option)) continue
    if (!isForRun(key, name, { values, chosen })) continue
    const texts =
      key === 'fallback' ? others(value as string[], chosen) : [value === false ? 'off' : value].flat()
    if (texts.length === 0) continue
    values.set(
      option,
      texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text))),
    )
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
  return { values, arguments: chosen.args }
}

/** Whether a key about the choice of an agent applies: some are only for `auto`, others for an agent that is named. */
function isForRun(
  key: string,
  name: string,
  { values, chosen }: { values: Invocation['values']; chosen: ChosenAgent },
): boolean {
  const isAuto = chosen.args[0] === 'auto'
  if (key === 'needs' || key === 'maxPrice') return isAuto || name === 'serve'
  return key !== 'fallback' || !(isAuto || values.has('resume') || values.has('fork'))
}

/** The agents that can take over from the one of this run. */
function others(fallback: readonly string[], { agent }: ChosenAgent): string[] {
  return fallback.filter((entry) => entry !== agent)
}

/** Child processes such as the daemon must use the same folder and file. */
function useDataFolder({ config, files }: LoadedConfig): void {
  if (config.dataFolder === undefined || files.user === undefined || process.env['CAPSTAN_HOME']) return
  process.env['CAPSTAN_CONFIG'] = files.user
  process.env['CAPSTAN_HOME'] = config.dataFolder
}

/** The value for one agent: the stronger source wins; within a source, the setting of the agent. */
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

/** Environment over project file over user file. */
function isStronger(one: Setting, other: Setting): boolean {
  const order = ['user', 'project', 'environment']
  return order.indexOf(one.source) > order.indexOf(other.source)
}
