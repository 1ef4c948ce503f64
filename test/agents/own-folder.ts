import { mkdir, mkdtemp } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A folder of a job. */
export interface OwnFolder {
  readonly folder: string
  /** The home of the agent in this folder. */
  readonly home: string
  /** The agent's temporary folder in this folder. */
  readonly temporary: string
}

/**
 * Makes a folder for a job. It is not in the temporary folder of the system, and its home not in its own: some agents take that
 * folder for a part of the workspace, and the sandbox of Codex does not start in one when bubblewrap is installed.
 */
export async function makeOwnFolder(name: string): Promise<OwnFolder> {
  const folder = await mkdtemp(join(homedir(), `.capstan-${name}-`))
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
  for (const path of [home, temporary]) await mkdir(path)
  return { folder, home, temporary }
}
