import { CapstanError } from '../core/capstan-error.ts'
import type { AgentDefinition } from './definition.ts'
import { type InstallOptions, planInstall } from './install-plan.ts'

export interface NotInstalledOptions extends InstallOptions {
  /** What is missing, where it is not the agent's own program. */
  missing?: string
}

/** Says that an agent, or a part of it, is not on this machine, and how it gets there. */
export function notInstalledError(
  definition: AgentDefinition,
  { missing, ...options }: NotInstalledOptions = {},
): CapstanError {
  const { id, binaries, knownOnlyLive } = definition
  if (knownOnlyLive) {
    return new CapstanError('AGENT_NOT_INSTALLED', `There is no program ${binaries[0]} here`, {
      hint: 'Give a program on the PATH, or the path of one.',
    })
  }
  const what = missing === undefined ? id : `${missing}, which ${id} needs,`
  return new CapstanError('AGENT_NOT_INSTALLED', `${what} is not installed`, {
    hint: installHint(definition, options),
  })
}

function installHint(definition: AgentDefinition, options: InstallOptions): string {
  try {
    return `Run capstan install ${definition.id}, or ${planInstall(definition, options).line}`
  } catch (error) {
    if (CapstanError.isInstance(error)) return `${error.message}.`
    throw error
  }
}
