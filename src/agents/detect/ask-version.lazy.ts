import type { AskOptions } from './ask-version.ts'

/** Asks a program for its version. Most versions are read from a package: what starts programs is loaded only here. */
export async function askVersionLazily(path: string, options: AskOptions): Promise<string | undefined> {
  const { askVersion } = await import('./ask-version.ts')
  return await askVersion(path, options)
}
