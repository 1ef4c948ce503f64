import { CapstanError } from '../../../core/capstan-error.ts'

/** Primary result codes of SQLite; the higher bits of a code say more than is needed here. */
const primaryCodes = new Map<number, (path: string, cause: unknown) => CapstanError>([
  [5, busyStore],
  [6, busyStore],
  [8, unwritableStore],
  [11, corruptStore],
  [13, fullStore],
  [14, unwritableStore],
  [26, corruptStore],
])

const constraint = 19

/** What went wrong in SQLite, as an error that says what to do; what is no failure of SQLite stays as it is. */
export function storeFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ERR_INVALID_STATE') return closedStore(path, error)
  const code = resultCode(error)
  if (code === undefined) return error
  if (code === constraint) {
    return new CapstanError('STORE_CONFLICT', `The store refuses a record: ${error.message}`, {
      cause: error,
    })
  }
  const known = primaryCodes.get(code)
  if (known !== undefined) return known(path, error)
  return new CapstanError('STORE_FAILED', `The session store ${path} failed: ${error.message}`, {
    cause: error,
  })
}

/** Whether somebody else holds what was asked for. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && resultCode(error) === 5
}

function resultCode(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

export function corruptStore(path: string, cause: unknown): CapstanError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new CapstanError('STORE_CORRUPT', `The session store ${path} is damaged: ${detail}`, {
    hint: `Nothing was changed or deleted: move ${path} and the files beside it (-wal, -shm) away, or put a copy of before in its place.`,
    cause,
  })
}

function busyStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_BUSY', `The session store ${path} is held by another program`, {
    hint: 'Close what has the file open for writing, and try again.',
    cause,
  })
}

export function unwritableStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_UNWRITABLE', `The session store ${path} cannot be opened for writing`, {
    hint: 'Give this user the right to write the file and its folder, or use another path.',
    cause,
  })
}

function fullStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_FULL', `There is no room left for the session store ${path}`, {
    hint: 'Make room on the disk; what was stored before is kept.',
    cause,
  })
}

function closedStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_CLOSED', `The session store ${path} is closed`, { cause })
}
