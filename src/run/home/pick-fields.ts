import { isRecord } from '../../core/is-record.ts'

type Settings = Readonly<Record<string, unknown>>

/** The fields of settings that the paths name. A name of a path may end with `*`; a path includes everything below it. */
export function pickFields(settings: Settings, paths: readonly string[]): Record<string, unknown> {
  return picked(
    settings,
    paths.map((path) => path.split('.')),
  )
}

function picked(value: Settings, paths: readonly (readonly string[])[]): Record<string, unknown> {
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const rests = paths.filter(([first = '']) => matches(name, first)).map((path) => path.slice(1))
    if (rests.some((rest) => rest.length === 0)) return [[name, inner] as const]
    if (rests.length === 0 || !isRecord(inner)) return []
    const below = picked(inner, rests)
    return Object.keys(below).length === 0 ? [] : [[name, below] as const]
  })
  return Object.fromEntries(fields)
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** The value at a path of fields. */
export function fieldAt(settings: Settings, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), settings)
}

/** A copy with another value at a path whose objects exist. */
export function withField(settings: Settings, path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.')
  const inner = settings[first]
  if (rest.length === 0) return { ...settings, [first]: value }
  return isRecord(inner) ? { ...settings, [first]: withField(inner, rest.join('.'), value) } : { ...settings }
}
