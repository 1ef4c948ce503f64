import { createId } from '../core/ids.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The variable that marks everything a process of this module starts, whatever group or parent it has. */
const variable = 'CAPSTAN_RUN'

let owner: string | undefined
let count = 0

/** What all marks of this process begin with. */
export function ownerMark(): string {
  owner ??= createId()
  return owner
}

/** A mark for one process and all that it starts. */
export function createMark(): string {
  count += 1
  return `${ownerMark()}.${count}`
}

/** An environment with a mark, after the marks that this process was started with itself: those count as well. */
export function withMark(environment: Environment, mark: string): Record<string, string | undefined> {
  const outer = process.env[variable]
  return { ...environment, [variable]: outer ? `${outer}:${mark}` : mark }
}

/** An environment for a process that is to outlive whoever starts it. */
export function withoutMark(environment: Environment): Record<string, string | undefined> {
  return { ...environment, [variable]: undefined }
}

/** The marks in an environment as the system gives it: variables that end with a zero byte. */
export function marksIn(environment: string): string[] {
  const start = `\0${environment}`.indexOf(`\0${variable}=`)
  if (start === -1) return []
  const [value = ''] = environment.slice(start + variable.length + 1).split('\0', 1)
  return value.split(':')
}
