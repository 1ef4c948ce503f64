export interface EnvironmentOptions {
  /** The variables to choose from, mostly `process.env`. */
  source: Readonly<Record<string, string | undefined>>
  /** The names of variables to pass on. */
  passOn: Iterable<string>
  /** Names to leave out, even if `passOn` has them. */
  withhold?: Iterable<string>
  /** Variables to set, in any case. */
  set?: Readonly<Record<string, string>>
  platform?: NodeJS.Platform
}

/** Builds the whole environment of a child: `passOn` without `withhold`, plus `set`. */
export function buildEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { source, passOn, withhold = [], set = {}, platform = process.platform } = options
  // On Windows, `Path` and `PATH` are the same variable.
  const key = platform === 'win32' ? (name: string) => name.toUpperCase() : (name: string) => name
  const allowed = new Set(Array.from(passOn, key))
  for (const name of withhold) allowed.delete(key(name))
  for (const name of Object.keys(set)) allowed.delete(key(name))
  const entries: [string, string][] = []
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && allowed.has(key(name))) entries.push([name, value])
  return Object.fromEntries([...entries, ...Object.entries(set)])
}
