import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownEnvironment } from '../../src/verify/place/own-environment.ts'
import { makeOwnFolder, type OwnFolder } from '../../src/verify/place/own-folder.ts'
import { cacheFolder, searchPath } from './cache.ts'

/** The home and the working folder of agents for one job; both exist and are empty. */
export interface OwnPlace {
  readonly home: string
  readonly folder: string
  /** For the program of the job. */
  readonly environment: Readonly<Record<string, string>>
}

/** Makes the folder of a job in the home. */
export function makeJobFolder(name: string): Promise<OwnFolder> {
  return makeOwnFolder(homedir(), `.capstan-${name}-`)
}

/** Runs a job in temporary folders and removes them afterwards. */
export async function inOwnPlace<Outcome>(
  name: string,
  job: (place: OwnPlace) => Promise<Outcome>,
): Promise<Outcome> {
  const place = await makeJobFolder(name)
  const folder = join(place.folder, 'work')
  try {
    await mkdir(folder)
    return await job({ home: place.home, folder, environment: jobEnvironment(place) })
  } finally {
    await place.remove()
  }
}

/** The variables of the program of a job, without credentials of the caller. */
export function jobEnvironment(place: Pick<OwnFolder, 'home' | 'temporary'>): OwnPlace['environment'] {
  return ownEnvironment(place, { source: process.env, searchPath, dataFolder: cacheFolder })
}
