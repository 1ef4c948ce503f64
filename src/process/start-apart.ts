import { spawn } from 'node:child_process'
import { withoutMark } from './run-mark.ts'

export interface ApartOptions {
  command: string
  arguments: readonly string[]
  /** The whole environment of the child, without the mark of a process that may have started this one. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Starts a program that is the user's from then on: it is not waited for, and does not end with this one. */
export function startApart({ command, arguments: words, environment }: ApartOptions): Promise<boolean> {
  const child = spawn(command, words, { env: withoutMark(environment), stdio: 'ignore', detached: true })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
