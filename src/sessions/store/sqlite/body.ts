import { CapstanError } from '../../../core/capstan-error.ts'

/** A record as JSON text. @throws CapstanError `NOT_STORABLE` for what JSON cannot hold, such as a circle. */
export function encode(record: unknown): string {
  try {
    return JSON.stringify(record)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    throw new CapstanError('NOT_STORABLE', `A record cannot be written as JSON: ${detail}`, {
      hint: 'Give plain data: no circles, no functions, no big integers.',
      cause,
    })
  }
}

/** What the column `body` of a row holds. */
export function decode(row: unknown): unknown {
  return JSON.parse((row as { body: string }).body)
}

/** The same for a row that may not be there. */
export function decodeFound(row: unknown): unknown {
  return row === undefined ? undefined : decode(row)
}
