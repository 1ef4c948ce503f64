import { isAbsolute } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { type InstallOptions, planInstall } from './install-plan.ts'
import { transportsOf } from '../definition/transports.ts'

const { existsSync, statSync } = process.getBuiltinModule('node:fs')

export interface NotInstalledOptions extends InstallOptions {
  /** The bridge that is missing beside the agent's own program. */
  bridge?: { readonly name: string; readonly beside: string }
}

/** Says that an agent, or a part of it, is not on this machine, and how it gets there. */
export function notInstalledError(
  definition: AgentDefinition,
  { bridge, ...options }: NotInstalledOptions = {},
): CapstanError {
  const { id, binaries, knownOnlyLive } = definition
  const refused = bridge === undefined ? notExecutable(binaries) : undefined
  if (refused !== undefined) return refused
  if (knownOnlyLive) {
    return new CapstanError('AGENT_NOT_INSTALLED', `There is no program ${binaries[0]} here`, {
      hint: 'Give a program on the PATH, or the path of one.',
    })
  }
  if (bridge === undefined) {
    return new CapstanError('AGENT_NOT_INSTALLED', `${id} is not installed`, {
      hint: installHint(definition, options),
    })
  }
  const hint = `${installHint(definition, { ...options, bridgeOnly: true })}: it adds the bridge to ${bridge.beside}`
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

/** A program that is named by its path and is there is not missing: it may not be executed. */
function notExecutable(binaries: readonly string[]): CapstanError | undefined {
  const path = binaries.find((binary) => isAbsolute(binary) && existsSync(binary))
  if (path === undefined) return undefined
  const isFile = statSync(path).isFile()
  return new CapstanError(
    'PERMISSION_DENIED',
    `${path} ${isFile ? 'cannot be executed' : 'is not a program'}`,
    {
      hint: isFile ? `Run chmod +x ${path}.` : 'Give the path of a program.',
    },
  )
}

function installHint(definition: AgentDefinition, options: InstallOptions): string {
  try {
    return `Run capstan install ${definition.id}, or ${planInstall(definition, options).line}`
  } catch (error) {
    if (CapstanError.isInstance(error)) return `${error.message}.`
    throw error
  }
}
