import type * as sqlite from 'node:sqlite'
import { ignore } from '../ignore.ts'

/**
 * Node's SQLite, loaded at the first use. Node 22 prints an experimental warning, which is suppressed: the API used
 * here has not changed since.
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
