export interface EnvironmentOptions {
  /** Where variables are taken from, mostly `process.env`. */
  source: Readonly<Record<string, string | undefined>>
  /** The names that may be taken. */
  passOn: Iterable<string>
  /** Names that are not taken even so. */
  withhold?: Iterable<string>
  /** Variables with their values: these are always there. */
  set?: Readonly<Record<string, string>>
  platform?: NodeJS.Platform
}

/** The whole environment of a child: what may be passed on, without what is withheld, and what is set. */
export function buildEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { source, passOn, withhold = [], set = {}, platform = process.platform } = options
  // Windows takes `Path` and `PATH` for one variable.
  const key = platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name
  const wanted = new Set(Array.from(passOn, key))
  for (const name of withhold) wanted.delete(key(name))
  for (const name of Object.keys(set)) wanted.delete(key(name))
  const entries: [string, string][] = []
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && wanted.has(key(name))) entries.push([name, value])
  return Object.fromEntries([...entries, ...Object.entries(set)])
}
