import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from '../../core/files/data-folder.ts'
import { makeFolder } from '../../core/files/make-folder.ts'

/** The folders of one job. */
export interface OwnFolder {
  readonly folder: string
  /** The home of the agent in this folder. */
  readonly home: string
  /** The agent's temporary folder in this folder. */
  readonly temporary: string
  readonly remove: () => Promise<void>
}

/** The folder of all jobs on this machine. */
export function placesFolder(): string {
  return join(dataFolder(), 'verify')
}

/**
 * Makes a folder for a job below `parent`. The parent should not be the temporary folder of the system, and the home is
 * not in the temporary folder of the agent: some agents take that folder for a part of the workspace, and the sandbox of
 * Codex does not start in one when bubblewrap is installed.
 */
export async function makeOwnFolder(parent: string, prefix: string): Promise<OwnFolder> {
  makeFolder(parent)
  const folder = await realpath(await mkdtemp(join(parent, prefix)))
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
  for (const path of [home, temporary]) await mkdir(path)
  return {
    folder,
    home,
    temporary,
    // A process that is just ending may still write.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  }
}
