import { isRecord } from '../../core/is-record.ts'
import { reportSignedOut } from './login.ts'

/** An error response of the gateway. */
export class RequestError extends Error {
  readonly status: number
  readonly code: string

  constructor(message: string, { status, code }: { status: number; code: string }) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.code = code
  }
}

/** @throws RequestError with the gateway's message. */
export async function getJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return await jsonOf<Answer>(await fetch(path, signal === undefined ? {} : { signal }))
}

/** @throws RequestError with the gateway's message. */
export async function postJson<Answer>(path: string, body?: unknown): Promise<Answer> {
  return await jsonOf<Answer>(await post(path, body))
}

/** Returns any response, also an error. */
export async function post(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  return await fetch(path, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** The error of a failed response. */
export async function refusalOf(response: Response): Promise<RequestError> {
  const { status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  const error = isRecord(answer) && isRecord(answer['error']) ? answer['error'] : {}
  const { code, message, hint } = error
  if (status === 401) {
    reportSignedOut()
    return new RequestError('You have been signed out', {
      status,
      code: 'refused',
    })
  }
  const text = [message, hint].filter((part) => typeof part === 'string').join('. ')
  return new RequestError(text === '' ? `The gateway answered ${status}` : text, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
  })
}

/** Error text for the user. */
export function errorText(error: unknown): string {
  if (error instanceof RequestError) return error.message
  // fetch reports a failed connection as a bare TypeError.
  if (error instanceof TypeError) return 'Cannot reach the gateway'
  return error instanceof Error ? error.message : String(error)
}

async function jsonOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as Answer
}
