export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
}

/** Whether somebody sits before a screen on which a browser can be opened. */
export function hasScreen({ platform, environment, isTerminal }: Surroundings): boolean {
  const { CI = '', DISPLAY = '', WAYLAND_DISPLAY = '' } = environment
  if (!isTerminal || !['', '0', 'false'].includes(CI)) return false
  return platform === 'darwin' || platform === 'win32' || DISPLAY !== '' || WAYLAND_DISPLAY !== ''
}

const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }

/** Opens a link in the user's browser. False where there is none. */
export async function openBrowser(link: string): Promise<boolean> {
  const { startApart } = await import('../../../process/start-apart.ts')
  const command = programs[process.platform] ?? 'xdg-open'
  return startApart({ command, arguments: [link], environment: process.env })
}
