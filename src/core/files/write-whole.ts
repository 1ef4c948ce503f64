import { createId } from '../ids.ts'
import { makeFolder } from './make-folder.ts'

/** Writes a file atomically and creates its folder. By default, only the owner can read the file. */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  const { renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs')
  makeFolder(process.getBuiltinModule('node:path').dirname(file))
  const draft = `${file}.${createId()}`
  try {
    writeFileSync(draft, text, { mode, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
