import type { Fault } from '../script/script.ts'
import { textOf } from './wire.ts'

const types: Readonly<Record<number, string>> = { 429: 'rate_limit_error' }
const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }

/** A failure in the format of both OpenAI APIs. */
export function openaiFault(fault: Fault): {
  error: { message: string; type: string; code: string | null; param: null }
} {
  const { status } = fault
  const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  return { error: { message: textOf(fault), type, param: null, code: codes[status] ?? null } }
}
