import { isRecord } from '../../../core/is-record.ts'
import { environmentOption } from '../run/values.ts'

/** The variables that an agent had, by name with the values of this environment, and those of --env. */
export function variablesOf(
  origin: unknown,
  values: ReadonlyMap<string, readonly string[]>,
): { env?: Record<string, string> } {
  const names: unknown = isRecord(origin) ? origin['variables'] : undefined
  const known = (Array.isArray(names) ? names.map(String) : []).flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const env = { ...Object.fromEntries(known), ...environmentOption(values, process.env) }
  return Object.keys(env).length === 0 ? {} : { env }
}
