import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import type { WireErrorData } from './wire-message.ts'

/** An error that the session server sent. */
export class WireError extends CapstanError {
  readonly data: WireErrorData

  constructor(data: WireErrorData) {
    super(data.code, data.message, hintsOf(data))
    this.data = data
  }

  override toJSON(): Record<string, unknown> {
    return { ...this.data }
  }
}

/** The wire form of an error. Errors other than CapstanError are defects, with code `INTERNAL`. */
export function errorData(error: unknown): WireErrorData {
  if (!CapstanError.isInstance(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return { code: 'INTERNAL', message: `The session daemon failed: ${message}` }
  }
  return { ...error.toJSON(), code: error.code, message: error.message }
}

export function readError(data: unknown): WireError {
  const fields = isRecord(data) ? data : {}
  const { code, message } = fields
  return new WireError({
    ...fields,
    code: typeof code === 'string' ? code : 'WIRE_BROKEN',
    message: typeof message === 'string' ? message : 'The session daemon sent an error without a message',
    ...hintsOf(fields),
  })
}

function hintsOf({ hint, commandHint }: Record<string, unknown>): { hint?: string; commandHint?: string } {
  return {
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(typeof commandHint === 'string' ? { commandHint } : {}),
  }
}
