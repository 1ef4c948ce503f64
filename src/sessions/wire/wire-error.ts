import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import type { WireErrorData } from './wire-message.ts'

/** An error of the other side of the wire, with all it told. */
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

/** An error as it goes over the wire. What is no error of Capstan's own is a defect, and says no more than that. */
export function errorData(error: unknown): WireErrorData {
  if (!CapstanError.isInstance(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return { code: 'INTERNAL', message: `The host of the sessions failed: ${message}` }
  }
  return { ...error.toJSON(), code: error.code, message: error.message }
}

/** Reads an error from the wire. */
export function readError(data: unknown): WireError {
  const fields = isRecord(data) ? data : {}
  const { code, message } = fields
  return new WireError({
    ...fields,
    code: typeof code === 'string' ? code : 'WIRE_BROKEN',
    message: typeof message === 'string' ? message : 'The host of the sessions gave an error without words',
    ...hintsOf(fields),
  })
}

function hintsOf({ hint, commandHint }: Record<string, unknown>): { hint?: string; commandHint?: string } {
  return {
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(typeof commandHint === 'string' ? { commandHint } : {}),
  }
}
