import { childProcess } from './child-process.ts'
import { withoutMark } from './run-mark.ts'

export interface ApartOptions {
  command: string
  arguments: readonly string[]
  /** The whole environment of the child; run marks are removed. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Starts an independent program, which does not end with this process. Resolves to whether it started. */
export function startApart({ command, arguments: args, environment }: ApartOptions): Promise<boolean> {
  const child = childProcess().spawn(command, args, {
    env: withoutMark(environment),
    stdio: 'ignore',
    detached: true,
  })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
