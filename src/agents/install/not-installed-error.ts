import { isAbsolute } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { type InstallOptions, planInstall } from './install-plan.ts'
import { transportsOf } from '../definition/transports.ts'

const { existsSync, statSync } = process.getBuiltinModule('node:fs')

export interface NotInstalledOptions extends InstallOptions {
  /** The missing bridge, where the agent's own program is installed. */
  bridge?: { readonly name: string; readonly beside: string }
}

/** The error for a missing agent, program or bridge, with the command that installs it. */
export function notInstalledError(
  definition: AgentDefinition,
  { bridge, ...options }: NotInstalledOptions = {},
): CapstanError {
  const { id, binaries, knownOnlyLive } = definition
  const refused = bridge === undefined ? notExecutable(binaries) : undefined
  if (refused !== undefined) return refused
  if (knownOnlyLive) {
    return new CapstanError('AGENT_NOT_INSTALLED', `Program ${binaries[0]} not found`, {
      hint: 'Use a program on the PATH, or the path of a program.',
    })
  }
  if (bridge === undefined) {
    return new CapstanError('AGENT_NOT_INSTALLED', `${id} is not installed`, {
      hint: installHint(definition, options),
    })
  }
  const hint = `${installHint(definition, { ...options, bridgeOnly: true })}: this adds the bridge to ${bridge.beside}`
  const other = transportsOf(definition).includes('cli')
  return new CapstanError(
    'AGENT_NOT_INSTALLED',
    `${bridge.name}, the bridge that ${id} needs for ACP, is not installed`,
    {
      hint: `${hint}.${other ? ' Or use transport cli.' : ''}`,
      commandHint: `${hint}.${other ? ' Or use --transport cli.' : ''}`,
    },
  )
}

/** A file that exists at the given path is not missing, but not executable. */
function notExecutable(binaries: readonly string[]): CapstanError | undefined {
  const path = binaries.find((binary) => isAbsolute(binary) && existsSync(binary))
  if (path === undefined) return undefined
  const isFile = statSync(path).isFile()
  return new CapstanError(
    'PERMISSION_DENIED',
    `${path} ${isFile ? 'cannot be executed' : 'is not a program'}`,
    {
      hint: isFile ? `Run chmod +x ${path}.` : 'Use the path of a program.',
    },
  )
}

function installHint(definition: AgentDefinition, options: InstallOptions): string {
  try {
    const { line, unpack } = planInstall(definition, options)
    // A plan that unpacks a package is six commands long.
    return `Run capstan install ${definition.id}${unpack === undefined ? `, or ${line}` : '.'}`
  } catch (error) {
    if (CapstanError.isInstance(error)) return `${error.message}.`
    throw error
  }
}
