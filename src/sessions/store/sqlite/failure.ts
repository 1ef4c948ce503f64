import { CapstanError } from '../../../core/capstan-error.ts'

/** Primary SQLite result codes, without the extended bits. */
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

/** Converts an SQLite error to a CapstanError; other errors pass unchanged. */
export function storeFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ERR_INVALID_STATE') return closedStore(path, error)
  const code = resultCode(error)
  if (code === undefined) return error
  if (code === constraint) {
    return new CapstanError('STORE_CONFLICT', `The store rejected a record: ${error.message}`, {
      cause: error,
    })
  }
  const known = primaryCodes.get(code)
  if (known !== undefined) return known(path, error)
  return new CapstanError('STORE_FAILED', `The session store ${path} failed: ${error.message}`, {
    cause: error,
  })
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && resultCode(error) === 5
}

function resultCode(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

export function corruptStore(path: string, cause: unknown): CapstanError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new CapstanError('STORE_CORRUPT', `The session store ${path} is damaged: ${detail}`, {
    hint: `Move ${path} and its -wal and -shm files away, or restore a backup; nothing was changed.`,
    cause,
  })
}

function busyStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_BUSY', `Another program holds the session store ${path}`, {
    hint: 'Close the program that has the file open, then try again.',
    cause,
  })
}

export function unwritableStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_UNWRITABLE', `Cannot open the session store ${path} for writing`, {
    hint: 'Make the file and its folder writable for this user, or use another path.',
    cause,
  })
}

function fullStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_FULL', `No disk space left for the session store ${path}`, {
    hint: 'Free some disk space; the stored data is intact.',
    cause,
  })
}

function closedStore(path: string, cause: unknown): CapstanError {
  return new CapstanError('STORE_CLOSED', `The session store ${path} is closed`, { cause })
}
