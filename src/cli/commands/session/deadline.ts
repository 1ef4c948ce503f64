import { durationOption } from '../run/values.ts'

/** `--deadline` as a moment: `10m` from now. */
export function deadlineOption(values: ReadonlyMap<string, readonly string[]>): { deadline?: string } {
  const time = durationOption(values, 'deadline')
  return time === undefined ? {} : { deadline: new Date(Date.now() + time).toISOString() }
}
