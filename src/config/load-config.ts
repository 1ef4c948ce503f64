import { dirname, isAbsolute, resolve } from 'node:path'
import { configFiles } from '../core/files/config-files.ts'
import type { AgentConfig, Config, McpServerConfig } from './config.ts'
import { placedPermissions } from './permission-settings.ts'
import { type ConfigDocument, readConfig } from './read-config.ts'
import { configOf, keyOf, mergeSettings, type Setting, settingsOf } from './settings.ts'
import { tighten } from './tighten.ts'
import { type Trust, trustOf } from './trust.ts'
import { configVariables } from '../core/files/config-variables.ts'
import { checkConfig } from './check-config.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface LoadConfigOptions {
  /** Where the search for the project file starts; it goes up to the root of the repository. */
  cwd?: string
  environment?: Environment
}

/** The effective configuration of a folder, with the source of each value. */
export interface LoadedConfig {
  readonly config: Config
  readonly settings: readonly Setting[]
  /** The files that were read. */
  readonly files: { readonly user?: string; readonly project?: string }
  /** Whether the user trusts the project file; undefined if there is none. */
  readonly trust?: Trust
  /** Settings of the project file that Capstan ignores because the user does not trust the file. */
  readonly ignored: readonly Setting[]
  readonly warnings: readonly string[]
}

/**
 * Reads the user file, the project file and the variables. An untrusted project file can only make permissions and
 * limits stricter.
 * @throws CapstanError `CONFIG_INVALID` or `CONFIG_UNSAFE`
 */
export function loadConfig({
  cwd = process.cwd(),
  environment = process.env,
}: LoadConfigOptions = {}): LoadedConfig {
  const files = configFiles({ folder: resolve(cwd), environment })
  const user = files.hasUser ? readConfig(files.user, 'user') : undefined
  const project = files.project === undefined ? undefined : readConfig(files.project, 'project')
  const own = fileSettings(user, 'user')
  const trust = project === undefined ? undefined : trustOf(project, withDataFolder(environment, user))
  const theirs = fileSettings(project, 'project')
  const { kept, ignored } =
    trust === 'trusted' ? { kept: theirs, ignored: [] } : tighten(theirs, configOf(own))
  const settings = mergeSettings([...own, ...kept, ...environmentSettings(environment)])
  return {
    config: configOf(settings),
    settings,
    files: {
      ...(user === undefined ? {} : { user: user.path }),
      ...(project === undefined ? {} : { project: project.path }),
    },
    ...(trust === undefined ? {} : { trust }),
    ignored,
    warnings: project === undefined || ignored.length === 0 ? [] : [ignoredText(project, { ignored, trust })],
  }
}

/** The environment, with `CAPSTAN_HOME` from the user file unless the variable is already set. */
export function userEnvironment(environment: Environment): Environment {
  const { user, hasUser } = configFiles({ folder: process.cwd(), environment })
  return withDataFolder(environment, hasUser ? readConfig(user, 'user') : undefined)
}

function withDataFolder(environment: Environment, user: ConfigDocument | undefined): Environment {
  const dataFolder = user?.config.dataFolder
  if (user === undefined || dataFolder === undefined || environment['CAPSTAN_HOME']) return environment
  return { ...environment, CAPSTAN_HOME: resolve(dirname(user.path), dataFolder) }
}

/** The settings of a file. Relative paths of programs and folders start at the folder of the file. */
function fileSettings(document: ConfigDocument | undefined, source: 'user' | 'project'): Setting[] {
  if (document === undefined) return []
  const { path, config } = document
  const folder = dirname(path)
  const { agents, mcpServers, dataFolder, permissions } = config
  const located: Config = {
    ...config,
    ...(agents === undefined ? {} : { agents: mapValues(agents, (agent) => placedAgent(agent, folder)) }),
    ...(mcpServers === undefined
      ? {}
      : { mcpServers: mapValues(mcpServers, (server) => placedServer(server, folder)) }),
    ...(dataFolder === undefined ? {} : { dataFolder: resolve(folder, dataFolder) }),
    ...(permissions === undefined ? {} : { permissions: placedPermissions(permissions, folder) }),
  }
  return settingsOf(located, { source, from: path })
}

function placedAgent(agent: AgentConfig, folder: string): AgentConfig {
  const acp = agent.definition?.['acp']
  if (typeof acp !== 'object' || acp === null || !('binary' in acp) || typeof acp.binary !== 'string')
    return agent
  return {
    ...agent,
    definition: { ...agent.definition, acp: { ...acp, binary: placed(acp.binary, folder) } },
  }
}

function placedServer(server: McpServerConfig, folder: string): McpServerConfig {
  return server.command === undefined ? server : { ...server, command: placed(server.command, folder) }
}

/** Leaves a plain name unchanged: the system searches the PATH for it. */
function placed(program: string, folder: string): string {
  return /[/\\]/.test(program) && !isAbsolute(program) ? resolve(folder, program) : program
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function ignoredText(
  { path }: ConfigDocument,
  { ignored, trust }: { ignored: readonly Setting[]; trust: Trust | undefined },
): string {
  const why = trust === 'changed' ? 'changed since you trusted it' : 'is not trusted'
  // Another person may have written the file, and its keys must not control the terminal.
  const keys = ignored
    .map(keyOf)
    .join(', ')
    .replaceAll(/\p{Cc}/gu, '?')
  return `${path} ${why}, so Capstan ignores ${keys}. Review the file, then run: capstan config trust ${JSON.stringify(dirname(path))}`
}

/** The settings of the environment variables. @throws ConfigError that names the variable. */
function environmentSettings(environment: Readonly<Record<string, string | undefined>>): Setting[] {
  return Object.entries(configVariables).flatMap(([name, { key, isNumber }]) => {
    const typed = environment[name]
    if (typed === undefined || typed === '') return []
    const value = isNumber && /^\d*\.?\d+$/.test(typed) ? Number(typed) : typed
    return settingsOf(checkConfig({ [key]: value }, { name }), { source: 'environment', from: name })
  })
}
