export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
}

/** Whether the user has a desktop on which a browser can open. */
export function hasScreen({ platform, environment, isTerminal }: Surroundings): boolean {
  const { CI = '', DISPLAY = '', WAYLAND_DISPLAY = '' } = environment
  if (!isTerminal || !['', '0', 'false'].includes(CI)) return false
  return platform === 'darwin' || platform === 'win32' || DISPLAY !== '' || WAYLAND_DISPLAY !== ''
}

const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }

/**
 * Opens a link in the user's browser, through a file that redirects: every user of the machine can read the arguments of
 * a program, and the link signs in. Returns a function that removes the file.
 */
export async function openBrowser(link: string): Promise<() => void> {
  const [fileSystem, path, { tmpdir }, { startApart }] = await Promise.all([
    import('node:fs'),
    import('node:path'),
    import('node:os'),
    import('../../../process/start-apart.ts'),
  ])
  // mkdtemp creates a folder that only its owner can read.
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
