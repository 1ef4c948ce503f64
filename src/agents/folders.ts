import { homedir } from 'node:os'
import { join } from 'node:path'
import { ValidationError } from '../core/validation-error.ts'
import { agentIdForm } from './agent-id.ts'

export interface FolderOptions {
  environment?: Readonly<Record<string, string | undefined>>
  platform?: NodeJS.Platform
  home?: string
}

/** Where Capstan keeps what it installs and remembers: `CAPSTAN_HOME`, or the platform's place for it. */
export function dataFolder({
  environment = process.env,
  platform = process.platform,
  home = homedir(),
}: FolderOptions = {}): string {
  const { CAPSTAN_HOME, XDG_DATA_HOME, LOCALAPPDATA } = environment
  if (CAPSTAN_HOME) return CAPSTAN_HOME
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'capstan')
  if (platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'capstan')
  return join(XDG_DATA_HOME || join(home, '.local', 'share'), 'capstan')
}

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
