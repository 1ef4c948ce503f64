import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants } from 'node:fs'
import { filePromises } from '../../core/file-promises.ts'
import { createId } from '../../core/ids.ts'
import { isMissing } from './file-fault.ts'
import { invalidParams, RpcFault } from '../wire/rpc-fault.ts'

/**
 * Writes a whole file in an existing folder atomically: readers see the old or the new content, even after a failure.
 * An existing file keeps its mode and owner.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const before = await statFile(path)
  // In the same folder, because a rename does not cross file systems.
  const temporary = join(dirname(path), `.${createId('capstan')}.tmp`)
  try {
    await writeNew(temporary, content, before)
    await filePromises().rename(temporary, path)
  } catch (error) {
    await filePromises()
      .rm(temporary, { force: true })
      .catch(() => {})
    throw error
  }
}

async function statFile(path: string): Promise<Stats | undefined> {
  const found = await filePromises()
    .lstat(path)
    .catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  if (found === undefined) return undefined
  if (!found.isFile()) {
    const what = found.isDirectory() ? 'The path is a folder' : 'The path is not a regular file'
    throw new RpcFault(invalidParams, what, { path })
  }
  // A rename checks only the folder's permissions, so check those of the file.
  await filePromises().access(path, constants.W_OK)
  return found
}

async function writeNew(path: string, content: string, before: Stats | undefined): Promise<void> {
  const file = await filePromises().open(path, 'wx', before === undefined ? 0o666 : 0o600)
  try {
    await file.writeFile(content)
    if (before === undefined) return
    const { uid, gid, mode } = before
    const made = await file.stat()
    // Only root may change the owner; for other users the file becomes theirs, as with any editor.
    if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid).catch(() => {})
    await file.chmod(mode & 0o7777)
  } finally {
    await file.close()
  }
}
