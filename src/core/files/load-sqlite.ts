import type * as sqlite from 'node:sqlite'
import { ignore } from '../ignore.ts'

/**
 * Node's own SQLite, loaded at the first use. Node 22 warns that it is experimental while it is loaded; what is used here
 * has not changed since, and the warning would be of no use to whoever reads it.
 */
export function loadSqlite(): typeof sqlite {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning')
  Reflect.set(process, 'emitWarning', ignore)
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning)
  }
}
