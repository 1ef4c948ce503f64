import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, searchPath } from './cache.ts'
import { makeOwnFolder, type OwnFolder } from './own-folder.ts'

/** The home and the working folder of agents for one job; both exist and are empty. */
export interface OwnPlace {
  readonly home: string
  readonly folder: string
  /** For the program of the job. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Runs a job in temporary folders and removes them afterwards. */
export async function inOwnPlace<Outcome>(
  name: string,
  job: (place: OwnPlace) => Promise<Outcome>,
): Promise<Outcome> {
  const { folder: root, home, temporary } = await makeOwnFolder(name)
  const folder = join(root, 'work')
  try {
    await mkdir(folder)
    return await job({ home, folder, environment: jobEnvironment({ home, temporary }) })
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The variables of the program of a job, without credentials of the caller. */
export function jobEnvironment({
  home,
  temporary,
}: Pick<OwnFolder, 'home' | 'temporary'>): OwnPlace['environment'] {
  const { LANG, LC_ALL, TERM, SHELL } = process.env
  const own = { PATH: searchPath, HOME: home, USER: 'capstan', TMPDIR: temporary, CAPSTAN_HOME: cacheFolder }
  return { LANG, LC_ALL, TERM, SHELL, ...own }
}
