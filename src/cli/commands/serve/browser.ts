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

/**
 * Opens a link in the user's browser, where there is one. By a file that leads to it: the words that a program is started
 * with can be read by everybody on the machine, and the link lets them in. Gives what removes the file.
 */
export async function openBrowser(link: string): Promise<() => void> {
  const [fileSystem, path, { tmpdir }, { startApart }] = await Promise.all([
    import('node:fs'),
    import('node:path'),
    import('node:os'),
    import('../../../process/start-apart.ts'),
  ])
  // Made for its owner alone.
  const folder = fileSystem.mkdtempSync(path.join(tmpdir(), 'capstan-open-'))
  const file = path.join(folder, 'capstan.html')
  fileSystem.writeFileSync(file, pageTo(link), { mode: 0o600 })
  const command = programs[process.platform] ?? 'xdg-open'
  await startApart({ command, arguments: [file], environment: process.env })
  return () => fileSystem.rmSync(folder, { recursive: true, force: true })
}

function pageTo(link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Capstan</title>
<a href="${link}">Open Capstan</a>
`
}
