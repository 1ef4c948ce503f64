import { CapstanError } from '../../core/capstan-error.ts'

/** Encodes a record as JSON. @throws CapstanError `NOT_STORABLE` if JSON cannot hold it. */
export function encode(record: unknown): string {
  try {
    return JSON.stringify(record)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    throw new CapstanError('NOT_STORABLE', `Cannot write a record as JSON: ${detail}`, {
      hint: 'Pass plain data without circular references, functions or BigInts.',
      cause,
    })
  }
}

/** Decodes the column `body` of a row. */
export function decode(row: unknown): unknown {
  return JSON.parse((row as { body: string }).body)
}

/** Like `decode`, for a row that may be missing. */
export function decodeFound(row: unknown): unknown {
  return row === undefined ? undefined : decode(row)
}
