import type { AskOptions } from './ask-version.ts'

/** Asks a program for its version. Rarely needed, so the code that starts programs is loaded on the first call. */
export async function askVersionLazily(path: string, options: AskOptions): Promise<string | undefined> {
  const { askVersion } = await import('./ask-version.ts')
  return await askVersion(path, options)
}
