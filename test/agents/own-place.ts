import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder, searchPath } from './cache.ts'

/** Where agents live and work for one job: both folders are there, and empty. */
export interface OwnPlace {
  readonly home: string
  readonly folder: string
  /** For the program of the job: nothing of the caller's that could log an agent in. */
  readonly environment: Readonly<Record<string, string>>
}

/** Gives a job a place of its own, which is removed after it. */
export async function inOwnPlace<Outcome>(
  name: string,
  job: (place: OwnPlace) => Promise<Outcome>,
): Promise<Outcome> {
  const root = await mkdtemp(join(tmpdir(), `capstan-${name}-`))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  try {
    for (const path of [home, folder]) await mkdir(path)
    const environment = {
      PATH: searchPath,
      HOME: home,
      USER: 'capstan',
      TMPDIR: root,
      CAPSTAN_HOME: cacheFolder,
    }
    return await job({ home, folder, environment })
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}
