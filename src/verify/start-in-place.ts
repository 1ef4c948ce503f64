import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { Detection } from '../agents/detect/detect.ts'
import { dataFolder } from '../core/files/data-folder.ts'
import { folderPrefix } from './place/abandoned-folders.ts'
import { ownEnvironment } from './place/own-environment.ts'
import { makeOwnFolder, placesFolder } from './place/own-folder.ts'
import type { PlannedJob } from './plan-jobs.ts'
import { startWorker, type StartWorkerOptions, type WorkerOutcome } from './start-worker.ts'

export interface StartInPlaceOptions extends Omit<StartWorkerOptions, 'environment' | 'cwd'> {
  readonly found: Detection
}

/** Runs one job in folders of its own, and removes them. */
export async function startInPlace(
  planned: PlannedJob,
  { found, ...options }: StartInPlaceOptions,
): Promise<WorkerOutcome> {
  const place = await makeOwnFolder(placesFolder(), folderPrefix(planned.agent))
  const { folder, home } = place
  try {
    const work = join(folder, 'work')
    await mkdir(work)
    const environment = ownEnvironment(place, {
      source: process.env,
      searchPath: searchPathFor(found),
      dataFolder: await ownDataFolder(folder),
    })
    return await startWorker({ ...planned, home, folder: work }, { ...options, environment, cwd: work })
  } finally {
    await place.remove()
  }
}

/** A data folder with the agents that Capstan installed and nothing else of the user. */
async function ownDataFolder(folder: string): Promise<string> {
  const [own, agents] = [join(folder, 'data'), join(dataFolder(), 'agents')]
  await mkdir(own)
  if (existsSync(agents)) await symlink(agents, join(own, 'agents'), 'junction')
  return own
}

/** The user's PATH, with the folders of programs that were found elsewhere, such as in a project. */
function searchPathFor({ path, bridge }: Detection): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = [path, bridge?.path].flatMap((one) => (one === undefined ? [] : [dirname(one)]))
  return [...new Set([...found.filter((one) => !folders.includes(one)), ...folders])].join(delimiter)
}
