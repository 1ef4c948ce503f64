import type { Config } from './config.ts'
import { permissionsOf, permissionValues } from './permission-settings.ts'

/** The source of a value. A command-line flag takes precedence over all sources. */
export type ConfigSource = 'environment' | 'project' | 'user'

/** One value of a configuration with its source. */
export interface Setting {
  /** The keys that lead to the value, such as `['agents', 'claude', 'model']`. */
  readonly path: readonly string[]
  readonly value: unknown
  readonly source: ConfigSource
  /** The path of the file or the name of the variable. */
  readonly from: string
}

/** From the lowest precedence to the highest. */
const order: readonly ConfigSource[] = ['user', 'project', 'environment']

export function keyOf({ path }: Pick<Setting, 'path'>): string {
  return path.join('.')
}

/** The values of a configuration, each with its source. Each field of an agent and each rule is a separate value. */
export function settingsOf(config: Config, origin: Pick<Setting, 'source' | 'from'>): Setting[] {
  const { $schema: _, agents = {}, mcpServers = {}, env = [], ...single } = config
  const at = (path: readonly string[], value: unknown): Setting => ({ path, value, ...origin })
  return [
    ...Object.entries(single).flatMap(([key, value]) =>
      key === 'permissions'
        ? permissionValues(single.permissions).map((rule) => at(rule.path, rule.value))
        : [at([key], value)],
    ),
    ...Object.entries(agents).flatMap(([id, fields]) =>
      Object.entries(fields).map(([field, value]) => at(['agents', id, field], value)),
    ),
    ...Object.entries(mcpServers).map(([name, server]) => at(['mcpServers', name], server)),
    ...env.map((name) => at(['env', name], true)),
  ]
}

/**
 * Keeps one value per key: from the environment, else from the project, else from the user. If a source sets another
 * default agent, the model of a source with lower precedence is dropped, because it was chosen for the other agent.
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

/** Builds a configuration from settings. */
export function configOf(settings: readonly Setting[]): Config {
  const config: Record<string, unknown> = {}
  const rules: Record<string, unknown> = {}
  for (const { path, value } of settings) {
    const [first = '', ...rest] = path
    if (first === 'env') config['env'] = [...((config['env'] as string[] | undefined) ?? []), ...rest]
    else if (first === 'permissions' && rest.length > 0) put(rules, rest, value)
    else put(config, path, value)
  }
  const permissions = permissionsOf(config['permissions'], rules)
  if (permissions !== undefined) config['permissions'] = permissions
  return config
}

/** Objects without a prototype: keys come from files and could otherwise change it. */
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
