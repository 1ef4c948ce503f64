import { dirname, isAbsolute, resolve } from 'node:path'
import { configFiles } from '../core/files/config-files.ts'
import type { AgentConfig, Config, McpServerConfig } from './config.ts'
import { type ConfigDocument, readConfig } from './read-config.ts'
import { configOf, keyOf, mergeSettings, type Setting, settingsOf } from './settings.ts'
import { tighten } from './tighten.ts'
import { type Trust, trustOf } from './trust.ts'
import { configVariables } from '../core/files/config-variables.ts'
import { checkConfig } from './check-config.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface LoadConfigOptions {
  /** The folder from which the project's file is searched, upwards to the root of its repository. */
  cwd?: string
  environment?: Environment
}

/** The configuration that counts in a folder, and where each value comes from. */
export interface LoadedConfig {
  readonly config: Config
  readonly settings: readonly Setting[]
  /** The files that were read. */
  readonly files: { readonly user?: string; readonly project?: string }
  /** Whether the user trusts the project's file, where there is one. */
  readonly trust?: Trust
  /** What the project's file sets and does not count, because the user does not trust it. */
  readonly ignored: readonly Setting[]
  readonly warnings: readonly string[]
}

/**
 * Reads the user's file, the project's file and the variables. The project's file of an untrusted folder can only make
 * permissions and limits stricter.
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

/** The environment in which the data folder of the user's file counts, unless a variable names one. */
export function userEnvironment(environment: Environment): Environment {
  const { user, hasUser } = configFiles({ folder: process.cwd(), environment })
  return withDataFolder(environment, hasUser ? readConfig(user, 'user') : undefined)
}

function withDataFolder(environment: Environment, user: ConfigDocument | undefined): Environment {
  const dataFolder = user?.config.dataFolder
  if (user === undefined || dataFolder === undefined || environment['CAPSTAN_HOME']) return environment
  return { ...environment, CAPSTAN_HOME: resolve(dirname(user.path), dataFolder) }
}

/** The settings of a file; programs and folders in it are found from where the file is. */
function fileSettings(document: ConfigDocument | undefined, source: 'user' | 'project'): Setting[] {
  if (document === undefined) return []
  const { path, config } = document
  const folder = dirname(path)
  const { agents, mcpServers, dataFolder } = config
  const located: Config = {
    ...config,
    ...(agents === undefined ? {} : { agents: mapValues(agents, (agent) => placedAgent(agent, folder)) }),
    ...(mcpServers === undefined
      ? {}
      : { mcpServers: mapValues(mcpServers, (server) => placedServer(server, folder)) }),
    ...(dataFolder === undefined ? {} : { dataFolder: resolve(folder, dataFolder) }),
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

/** A plain name is searched on the PATH. */
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
  // The names come from a file that somebody else wrote, and must not control the terminal.
  const keys = ignored
    .map(keyOf)
    .join(', ')
    .replaceAll(/\p{Cc}/gu, '?')
  return `${path} ${why}, so Capstan ignores ${keys}. Review the file, then run: capstan config trust ${JSON.stringify(dirname(path))}`
}

/** What variables set, as a file would. @throws ConfigError that names the variable. */
function environmentSettings(environment: Readonly<Record<string, string | undefined>>): Setting[] {
  return Object.entries(configVariables).flatMap(([name, { key, isNumber }]) => {
    const typed = environment[name]
    if (typed === undefined || typed === '') return []
    const value = isNumber && /^\d*\.?\d+$/.test(typed) ? Number(typed) : typed
    return settingsOf(checkConfig({ [key]: value }, { name }), { source: 'environment', from: name })
  })
}
