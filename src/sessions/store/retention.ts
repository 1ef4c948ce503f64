import { ValidationError } from '../../core/validation-error.ts'

export interface RetentionOptions {
  /** How many events the log keeps at least, the newest ones; 100,000 if not given. At most a tenth more are there. */
  maxEvents?: number
}

const defaultMaxEvents = 100_000
/** Older ones go in pieces, so that few of those that are added have to wait for it. */
const largestPiece = 1000

/** The cursor up to which the log is cut off when an event gets this cursor; undefined most of the time. */
export type Retention = (cursor: number) => number | undefined

/** @throws ValidationError */
export function retentionOf({ maxEvents = defaultMaxEvents }: RetentionOptions): Retention {
  if (!Number.isSafeInteger(maxEvents) || maxEvents < 1) {
    const message = 'must be a whole number of at least 1'
    throw new ValidationError(`maxEvents ${message}`, [{ path: ['maxEvents'], message }])
  }
  const piece = Math.max(1, Math.min(largestPiece, Math.floor(maxEvents / 10)))
  return (cursor) => (cursor > maxEvents && cursor % piece === 0 ? cursor - maxEvents : undefined)
}
