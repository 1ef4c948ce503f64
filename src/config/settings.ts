import type { Config } from './config.ts'

/** Where a value comes from; a flag of the command line wins over all of them. */
export type ConfigSource = 'environment' | 'project' | 'user'

/** One value of a configuration, and where it comes from. */
export interface Setting {
  /** The way to it: `['agents', 'claude', 'model']`. */
  readonly path: readonly string[]
  readonly value: unknown
  readonly source: ConfigSource
  /** The file or the variable. */
  readonly from: string
}

/** Later ones win. */
const order: readonly ConfigSource[] = ['user', 'project', 'environment']

export function keyOf({ path }: Pick<Setting, 'path'>): string {
  return path.join('.')
}

/** The values of a configuration, each with its source. What is set for an agent is one value a field. */
export function settingsOf(config: Config, origin: Pick<Setting, 'source' | 'from'>): Setting[] {
  const { $schema: _, agents = {}, mcpServers = {}, env = [], ...single } = config
  const at = (path: readonly string[], value: unknown): Setting => ({ path, value, ...origin })
  return [
    ...Object.entries(single).map(([key, value]) => at([key], value)),
    ...Object.entries(agents).flatMap(([id, fields]) =>
      Object.entries(fields).map(([field, value]) => at(['agents', id, field], value)),
    ),
    ...Object.entries(mcpServers).map(([name, server]) => at(['mcpServers', name], server)),
    ...env.map((name) => at(['env', name], true)),
  ]
}

/**
 * One value for each key: the environment's, else the project's, else the user's. A source that names another default
 * agent leaves out the model that a weaker source chose for its own.
 */
export function mergeSettings(all: readonly Setting[]): Setting[] {
  const merged = new Map<string, Setting>()
  for (const source of order) {
    const own = all.filter((setting) => setting.source === source)
    const agent = own.find((setting) => keyOf(setting) === 'agent')
    const before = merged.get(JSON.stringify(['agent']))
    if (agent !== undefined && before?.value !== agent.value) merged.delete(JSON.stringify(['model']))
    for (const setting of own) merged.set(JSON.stringify(setting.path), setting)
  }
  return [...merged.values()]
}

/** The configuration that settings make up. */
export function configOf(settings: readonly Setting[]): Config {
  const config: Record<string, unknown> = {}
  for (const { path, value } of settings) {
    const [first = '', ...rest] = path
    if (first === 'env') config['env'] = [...((config['env'] as string[] | undefined) ?? []), ...rest]
    else put(config, path, value)
  }
  return config
}

/** Names come from files, so each level has no prototype to be changed. */
function put(
  target: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const below = (Object.hasOwn(target, first) ? target[first] : Object.create(null)) as Record<
    string,
    unknown
  >
  target[first] = below
  put(below, rest, value)
}
