import { homedir } from 'node:os'
import { join } from 'node:path'

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

/** The prefix an agent's npm packages are installed into. */
export function agentPrefix(agent: string, options?: FolderOptions): string {
  return join(dataFolder(options), 'agents', agent)
}
