import { runCommand } from '../../process/run-command.ts'

export interface AskOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** In milliseconds. */
  readonly timeout?: number
}

/** Asks the program once; undefined if the program does not answer. */
export async function askVersion(
  path: string,
  { environment = process.env, timeout = 10_000 }: AskOptions,
): Promise<string | undefined> {
  const { PATH, HOME, USERPROFILE, SystemRoot } = environment
  try {
    const { stdout, stderr } = await runCommand({
      command: path,
      arguments: ['--version'],
      // Only the variables that a program needs to start: a version needs no key.
      environment: { PATH, HOME, USERPROFILE, SystemRoot, NO_COLOR: '1' },
      timeout,
    })
    return /\d+\.\d+\.\d+[\w.+-]*/.exec(`${stdout}\n${stderr}`)?.[0]
  } catch {
    return undefined
  }
}
