export interface FolderOptions {
  environment?: Readonly<Record<string, string | undefined>>
  platform?: NodeJS.Platform
  home?: string
}

/** The same as `homedir` of node:os, which a program loads only where it has to. */
function homeFolder(): string {
  const named = process.platform === 'win32' ? undefined : process.env['HOME']
  return named || process.getBuiltinModule('node:os').homedir()
}

/** The data folder of Capstan: `CAPSTAN_HOME`, or the platform's data folder. */
export function dataFolder({
  environment = process.env,
  platform = process.platform,
  home = homeFolder(),
}: FolderOptions = {}): string {
  const { CAPSTAN_HOME, XDG_DATA_HOME, LOCALAPPDATA } = environment
  const path = process.getBuiltinModule('node:path')
  if (CAPSTAN_HOME) return CAPSTAN_HOME
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'capstan')
  if (platform === 'win32') return path.join(LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'capstan')
  return path.join(XDG_DATA_HOME || path.join(home, '.local', 'share'), 'capstan')
}
