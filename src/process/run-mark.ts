import { createId } from '../core/ids.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The environment variable that marks all descendants of a process, whatever their group or parent. */
const variable = 'CAPSTAN_RUN'

let owner: string | undefined
let count = 0

/** The prefix of all marks of this process. */
export function ownerMark(): string {
  owner ??= createId()
  return owner
}

/** A mark for one process and its descendants. */
export function createMark(): string {
  count += 1
  return `${ownerMark()}.${count}`
}

/** Adds a mark to an environment, after the marks of this process itself. */
export function withMark(environment: Environment, mark: string): Record<string, string | undefined> {
  const outer = process.env[variable]
  return { ...environment, [variable]: outer ? `${outer}:${mark}` : mark }
}

/** Removes the marks, for a process that outlives its parent. */
export function withoutMark(environment: Environment): Record<string, string | undefined> {
  return { ...environment, [variable]: undefined }
}

/** The marks in a raw environment, in which each variable ends with a zero byte. */
export function marksIn(environment: string): string[] {
  const start = `\0${environment}`.indexOf(`\0${variable}=`)
  if (start === -1) return []
  const [value = ''] = environment.slice(start + variable.length + 1).split('\0', 1)
  return value.split(':')
}
