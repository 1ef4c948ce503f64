import { join } from 'node:path'
import { dataFolder, type FolderOptions } from '../../core/files/data-folder.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { agentIdForm } from '../definition/agent-id.ts'

/**
 * The prefix an agent's npm packages are installed into.
 * @throws ValidationError for a name that is not one folder.
 */
export function agentPrefix(agent: string, options?: FolderOptions): string {
  if (!agentIdForm.test(agent)) {
    throw new ValidationError(`${JSON.stringify(agent)} cannot be the name of an agent's folder`)
  }
  return join(dataFolder(options), 'agents', agent)
}

/** The prefix of a bridge that is installed beside a program of the user's: nothing else of it is used. */
export function bridgePrefix(agent: string, options?: FolderOptions): string {
  return join(agentPrefix(agent, options), 'bridge')
}
