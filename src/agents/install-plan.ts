import type { InstallMethod } from '../capabilities/ecosystems/mux/types.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { AgentDefinition } from './definition.ts'
import { agentPrefix, type FolderOptions } from './folders.ts'

export interface InstallOptions extends FolderOptions {
  /** One of the agent's methods; npm where there is one, else the first for the platform. */
  method?: InstallMethod['type']
  /** Another version than the known-good one; npm only. */
  version?: string
  /** Into npm's global prefix instead of Capstan's own. */
  global?: boolean
}

/** What installing an agent will do, before anything is done. */
export interface InstallPlan {
  readonly agent: string
  readonly method: InstallMethod['type']
  /** Program and arguments; left out where a person has to do it, or has to be asked. */
  readonly command?: readonly [string, ...string[]]
  /** The same as a line to read or to paste. */
  readonly line: string
  /** Where npm installs to, when it is Capstan's own prefix. */
  readonly prefix?: string
  /** Exact npm packages, the agent's and its bridge's. */
  readonly packages: readonly { readonly name: string; readonly version: string }[]
  readonly prerequisiteCheck?: string
  readonly notes?: string
}

/** Chooses how an agent is installed. Pure. */
export function planInstall(definition: AgentDefinition, options: InstallOptions = {}): InstallPlan {
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

function planNpm(
  definition: AgentDefinition,
  options: InstallOptions,
): Pick<InstallPlan, 'command' | 'line' | 'prefix' | 'packages'> {
  const { package: own, acp } = definition
  const packages = [
    ...(own === undefined ? [] : [{ name: own.name, version: options.version ?? own.version }]),
    ...(acp?.bridge === undefined ? [] : [{ name: acp.bridge.name, version: acp.bridge.version }]),
  ]
  // Exact versions: npm picks an older release without a word where `engines` does not fit its Node.
  const specifiers = packages.map(({ name, version }) => `${name}@${version}`)
  const prefix = options.global ? undefined : agentPrefix(definition.id, options)
  const place = prefix === undefined ? ['--global'] : ['--prefix', prefix]
  const command = ['npm', 'install', ...place, '--no-audit', '--no-fund', ...specifiers] as const
  return {
    command: [...command],
    line: command.map(quoted).join(' '),
    packages,
    ...(prefix === undefined ? {} : { prefix }),
  }
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
          ? `Use ${types === '' ? 'another platform' : types}.`
          : `The ${wanted} package ${impostor.name} is not it: ${impostor.is}. Use ${types}.`,
    },
  )
}
