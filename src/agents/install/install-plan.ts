import type { InstallMethod } from '../../capabilities/ecosystems/mux/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { AgentDefinition, AgentPackage } from '../definition/definition.ts'
import type { FolderOptions } from '../../core/files/data-folder.ts'
import { agentPrefix, bridgePrefix } from '../detect/folders.ts'

export interface InstallOptions extends FolderOptions {
  /** One of the agent's installation methods (default: npm if available, otherwise the first for the platform). */
  method?: InstallMethod['type']
  /** A version other than the tested one; npm only. */
  version?: string
  /** Install into npm's global prefix instead of Capstan's own. */
  global?: boolean
  /** Install only the bridge, for a program that is already installed. */
  bridgeOnly?: boolean
}

/** The steps that install an agent. */
export interface InstallPlan {
  readonly agent: string
  readonly method: InstallMethod['type']
  /** Program and arguments; undefined if the user has to run or confirm the installation. */
  readonly command?: readonly [string, ...string[]]
  /** A package to unpack into the prefix without its dependencies. */
  readonly unpack?: { readonly name: string; readonly version: string }
  /** The whole plan as one shell line. */
  readonly line: string
  /** Capstan's own npm prefix, if npm installs there. */
  readonly prefix?: string
  /** The exact npm packages of the agent and its bridge. */
  readonly packages: readonly { readonly name: string; readonly version: string }[]
  /** Installs only the bridge, for a program that is already installed. */
  readonly bridgeOnly?: true
  readonly prerequisiteCheck?: string
  readonly notes?: string
}

/** Plans the installation of an agent. Pure. */
export function planInstall(definition: AgentDefinition, options: InstallOptions = {}): InstallPlan {
  if (definition.acp?.own) {
    throw new CapstanError('COMES_WITH_CAPSTAN', `${definition.id} is part of Capstan`, {
      hint: 'Reinstall Capstan if the program is missing.',
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
      `A version and --global work only with npm, but ${definition.id} is installed with ${method.type}`,
    )
  }
  // The user reviews commands that pipe into a shell or open a page.
  const isPrintedOnly = method.type === 'curl' || method.type === 'manual' || /[|&;<>]/.test(method.command)
  const command = method.command.split(' ') as [string, ...string[]]
  return { ...about, line: method.command, packages: [], ...(isPrintedOnly ? {} : { command }) }
}

/** The bridge's optional packages hold the agent's own program; leave them out to use the installed program. */
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
  // Exact versions: npm silently picks an older release if `engines` does not match its Node.
  const specifiers = [
    ...packages.filter((each) => each !== unpack).map(specifierOf),
    ...(unpack === undefined ? [] : (own?.bundledExcept ?? [])),
  ]
  const place = prefix === undefined ? ['--global'] : ['--prefix', prefix]
  const command = ['npm', 'install', ...place, '--no-audit', '--no-fund', ...specifiers] as const
  const steps = prefix === undefined || unpack === undefined ? [] : unpackSteps(prefix, unpack)
  return {
    command: [...command],
    line: [command, ...steps].map((step) => step.map(quoted).join(' ')).join(' && '),
    packages,
    ...(prefix === undefined ? {} : { prefix }),
    ...(unpack === undefined ? {} : { unpack }),
  }
}

/** The content of a bundle is known only for the examined version. */
function unpacked(
  own: AgentPackage | undefined,
  requested: InstallPlan['unpack'],
): NonNullable<InstallPlan['unpack']> | undefined {
  return own?.bundledExcept !== undefined && requested?.version === own.version ? requested : undefined
}

/** The equivalent shell commands. */
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

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

function chooseMethod(definition: AgentDefinition, options: InstallOptions): InstallMethod {
  const { platform = process.platform, method: requested } = options
  const methods = definition.install.filter(
    (method) => method.platform === 'all' || method.platform === platform,
  )
  const chosen =
    requested === undefined
      ? (methods.find(({ type }) => type === 'npm') ?? methods[0])
      : methods.find(({ type }) => type === requested)
  if (chosen !== undefined) return chosen
  const types = methods.map(({ type }) => type).join(', ')
  const impostor = definition.impostors?.find(({ registry }) => registry === requested)
  throw new CapstanError(
    'INSTALL_METHOD_UNKNOWN',
    requested === undefined
      ? `No installation method for ${definition.id} on ${platform}`
      : `${definition.id} cannot be installed with ${requested} on ${platform}`,
    {
      hint:
        impostor === undefined
          ? otherWay(definition, types)
          : `Use ${types}: the ${requested} package ${impostor.name} is ${impostor.is}.`,
    },
  )
}

function otherWay({ install }: AgentDefinition, types: string): string {
  if (install.length === 0) return 'Install the agent yourself: its definition has no installation method.'
  return `Use ${types === '' ? 'another platform' : types}.`
}
