import { ValidationError } from '../../core/validation-error.ts'

export interface RetentionOptions {
  /** The number of newest events to keep. Default: 100,000. Up to 10% more are stored. */
  maxEvents?: number
}

const defaultMaxEvents = 100_000
/** Old events are deleted in batches, so that few inserts pay for it. */
const maxBatchSize = 1000

/** The cursor up to which to delete when an event gets this cursor; usually undefined. */
export type Retention = (cursor: number) => number | undefined

/** @throws ValidationError */
export function retentionOf({ maxEvents = defaultMaxEvents }: RetentionOptions): Retention {
  if (!Number.isSafeInteger(maxEvents) || maxEvents < 1) {
    const message = 'must be a whole number of at least 1'
    throw new ValidationError(`maxEvents ${message}`, [{ path: ['maxEvents'], message }])
  }
  const batchSize = Math.max(1, Math.min(maxBatchSize, Math.floor(maxEvents / 10)))
  return (cursor) => (cursor > maxEvents && cursor % batchSize === 0 ? cursor - maxEvents : undefined)
}
