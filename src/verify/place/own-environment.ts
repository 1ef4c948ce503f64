import type { OwnFolder } from './own-folder.ts'

/** Variables that say nothing about the user's accounts. */
const harmless = 'LANG LC_ALL TERM SHELL SystemRoot SYSTEMROOT ComSpec PATHEXT windir'.split(' ')

export interface OwnEnvironmentOptions {
  readonly source: Readonly<Record<string, string | undefined>>
  readonly searchPath: string
  /** The data folder of Capstan. */
  readonly dataFolder: string
}

/** The whole environment of a job: no credentials, configuration or folders of the user. */
export function ownEnvironment(
  { home, temporary }: Pick<OwnFolder, 'home' | 'temporary'>,
  { source, searchPath, dataFolder }: OwnEnvironmentOptions,
): Record<string, string> {
  const kept = harmless.flatMap((name) => {
    const value = source[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    PATH: searchPath,
    HOME: home,
    USERPROFILE: home,
    USER: 'capstan',
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    CAPSTAN_HOME: dataFolder,
    ...(process.platform === 'win32' ? { APPDATA: home, LOCALAPPDATA: home } : {}),
  }
}
