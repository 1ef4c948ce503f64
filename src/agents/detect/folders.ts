import { join } from 'node:path'
import { dataFolder, type FolderOptions } from '../../core/files/data-folder.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { agentIdForm } from '../definition/agent-id.ts'

/**
 * The npm prefix of an agent.
 * @throws ValidationError for a name that is not a single folder.
 */
export function agentPrefix(agent: string, options?: FolderOptions): string {
  if (!agentIdForm.test(agent)) {
    throw new ValidationError(`${JSON.stringify(agent)} cannot be the name of an agent's folder`)
  }
  return join(dataFolder(options), 'agents', agent)
}

/** The npm prefix of a bridge for a program that the user installed; only the bridge is used from it. */
export function bridgePrefix(agent: string, options?: FolderOptions): string {
  return join(agentPrefix(agent, options), 'bridge')
}
