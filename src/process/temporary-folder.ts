import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filePromises } from '../core/file-promises.ts'
import { guardFolder, releaseFolder } from './guardian.ts'

/** Creates a private folder for one agent. It is also removed when Capstan is killed. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  // Created with mode 0700, except on Windows.
  const folder = await filePromises().mkdtemp(join(tmpdir(), prefix))
  guardFolder(folder)
  return folder
}

/** Files that cannot be removed are left to the system's cleanup of the temporary folder. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await filePromises()
    .rm(folder, { recursive: true, force: true, maxRetries: 3 })
    .catch(() => {})
  releaseFolder(folder)
}
