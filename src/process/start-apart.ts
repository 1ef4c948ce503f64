import { spawn } from 'node:child_process'

export interface ApartOptions {
  command: string
  arguments: readonly string[]
  /** The whole environment of the child: nothing is added. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Starts a program that is the user's from then on: it is not waited for, and does not end with this one. */
export function startApart({ command, arguments: words, environment }: ApartOptions): Promise<boolean> {
  const child = spawn(command, words, { env: environment, stdio: 'ignore', detached: true })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
