import type { InstallMethod } from '../../capabilities/ecosystems/mux/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { AgentDefinition, AgentPackage } from '../definition/definition.ts'
import type { FolderOptions } from '../../core/files/data-folder.ts'
import { agentPrefix, bridgePrefix } from '../detect/folders.ts'

export interface InstallOptions extends FolderOptions {
  /** One of the agent's methods; npm where there is one, else the first for the platform. */
  method?: InstallMethod['type']
  /** Another version than the known-good one; npm only. */
  version?: string
  /** Into npm's global prefix instead of Capstan's own. */
  global?: boolean
  /** Only the bridge, for the program that is there already. */
  bridgeOnly?: boolean
}

/** What installing an agent will do, before anything is done. */
export interface InstallPlan {
  readonly agent: string
  readonly method: InstallMethod['type']
  /** Program and arguments; left out where a person has to do it, or has to be asked. */
  readonly command?: readonly [string, ...string[]]
  /** A package that is fetched and unpacked into the prefix as it is, without its dependencies. */
  readonly unpack?: { readonly name: string; readonly version: string }
  /** All of it as a line to read or to paste. */
  readonly line: string
  /** Where npm installs to, when it is Capstan's own prefix. */
  readonly prefix?: string
  /** Exact npm packages, the agent's and its bridge's. */
  readonly packages: readonly { readonly name: string; readonly version: string }[]
  /** Only the bridge is installed, beside a program that is there already. */
  readonly bridgeOnly?: true
  readonly prerequisiteCheck?: string
  readonly notes?: string
}

/** Chooses how an agent is installed. Pure. */
export function planInstall(definition: AgentDefinition, options: InstallOptions = {}): InstallPlan {
  if (definition.acp?.own) {
    throw new CapstanError('COMES_WITH_CAPSTAN', `${definition.id} comes with Capstan`, {
      hint: 'If it is not found, install Capstan again.',
    })
  }
  if (options.bridgeOnly && definition.acp?.bridge !== undefined) {
    return planBridge(definition.id, definition.acp.bridge, options)
  }
  const method = chooseMethod(definition, options)
  const about = {
    agent: definition.id,
    method: method.type,
    ...(method.prerequisiteCheck === undefined ? {} : { prerequisiteCheck: method.prerequisiteCheck }),
    ...(method.notes === undefined ? {} : { notes: method.notes }),
  }
  if (method.type === 'npm' && definition.package !== undefined) {
    return { ...about, ...planNpm(definition, options) }
  }
  if (options.version !== undefined || options.global) {
    throw new ValidationError(
      `A version and --global are for npm, and ${definition.id} is installed by ${method.type}`,
    )
  }
  // What is piped into a shell, and what opens a page, is for the user to look at first.
  const isPrintedOnly = method.type === 'curl' || method.type === 'manual' || /[|&;<>]/.test(method.command)
  const words = method.command.split(' ') as [string, ...string[]]
  return { ...about, line: method.command, packages: [], ...(isPrintedOnly ? {} : { command: words }) }
}

/** A bridge brings the agent's own program among its optional packages: it uses the one that is there instead. */
function planBridge(
  agent: string,
  { name, version }: AgentPackage,
  { global, ...options }: InstallOptions,
): InstallPlan {
  const prefix = global ? undefined : bridgePrefix(agent, options)
  const place = prefix === undefined ? ['--global'] : ['--prefix', prefix]
  const packages = [{ name, version }]
  const flags = ['--no-audit', '--no-fund', '--omit=optional']
  const command = ['npm', 'install', ...place, ...flags, ...packages.map(specifierOf)] as const
  const line = command.map(quoted).join(' ')
  const where = prefix === undefined ? {} : { prefix }
  return { agent, method: 'npm', bridgeOnly: true, command: [...command], line, packages, ...where }
}

function planNpm(
  definition: AgentDefinition,
  options: InstallOptions,
): Pick<InstallPlan, 'command' | 'line' | 'prefix' | 'packages' | 'unpack'> {
  const { package: own, acp } = definition
  const packages = [
    ...(own === undefined ? [] : [{ name: own.name, version: options.version ?? own.version }]),
    ...(acp?.bridge === undefined ? [] : [{ name: acp.bridge.name, version: acp.bridge.version }]),
  ]
  const prefix = options.global ? undefined : agentPrefix(definition.id, options)
  const unpack = prefix === undefined ? undefined : unpacked(own, packages[0])
  // Exact versions: npm picks an older release without a word where `engines` does not fit its Node.
  const specifiers = [
    ...packages.filter((each) => each !== unpack).map(specifierOf),
    ...(unpack === undefined ? [] : (own?.bundledExcept ?? [])),
  ]
  const place = prefix === undefined ? ['--global'] : ['--prefix', prefix]
  const command = ['npm', 'install', ...place, '--no-audit', '--no-fund', ...specifiers] as const
  const steps = prefix === undefined || unpack === undefined ? [] : unpackSteps(prefix, unpack)
  return {
    command: [...command],
    line: [command, ...steps].map((words) => words.map(quoted).join(' ')).join(' && '),
    packages,
    ...(prefix === undefined ? {} : { prefix }),
    ...(unpack === undefined ? {} : { unpack }),
  }
}

/** What a bundle holds is known of the version that was looked at, and of no other. */
function unpacked(
  own: AgentPackage | undefined,
  wanted: InstallPlan['unpack'],
): NonNullable<InstallPlan['unpack']> | undefined {
  return own?.bundledExcept !== undefined && wanted?.version === own.version ? wanted : undefined
}

/** What a person would type to the same end. */
function unpackSteps(prefix: string, { name, version }: NonNullable<InstallPlan['unpack']>): string[][] {
  const folder = `${prefix}/node_modules/${name}`
  const file = `${prefix}/${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  return [
    ['npm', 'pack', '--pack-destination', prefix, `${name}@${version}`],
    ['mkdir', '-p', folder],
    ['tar', '-xzf', file, '--strip-components', '1', '-C', folder],
    ['npm', 'rebuild', '--prefix', prefix, '--ignore-scripts', name],
  ]
}

function specifierOf({ name, version }: InstallPlan['packages'][number]): string {
  return `${name}@${version}`
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function chooseMethod(definition: AgentDefinition, options: InstallOptions): InstallMethod {
  const { platform = process.platform, method: wanted } = options
  const methods = definition.install.filter(
    (method) => method.platform === 'all' || method.platform === platform,
  )
  const chosen =
    wanted === undefined
      ? (methods.find(({ type }) => type === 'npm') ?? methods[0])
      : methods.find(({ type }) => type === wanted)
  if (chosen !== undefined) return chosen
  const types = methods.map(({ type }) => type).join(', ')
  const impostor = definition.impostors?.find(({ registry }) => registry === wanted)
  throw new CapstanError(
    'INSTALL_METHOD_UNKNOWN',
    wanted === undefined
      ? `There is no way to install ${definition.id} on ${platform}`
      : `${definition.id} cannot be installed by ${wanted} on ${platform}`,
    {
      hint:
        impostor === undefined
          ? otherWay(definition, types)
          : `The ${wanted} package ${impostor.name} is not it: ${impostor.is}. Use ${types}.`,
    },
  )
}

function otherWay({ install }: AgentDefinition, types: string): string {
  if (install.length === 0) return 'Its definition names no way; install it yourself.'
  return `Use ${types === '' ? 'another platform' : types}.`
}
