import { isRecord } from '../../core/is-record.ts'
import { loginIsLost } from './login.ts'

/** What the gateway said no with. */
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

/** Asks the gateway. @throws RequestError with its own words. */
export async function getJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return await jsonOf<Answer>(await fetch(path, signal === undefined ? {} : { signal }))
}

/** Has the gateway do something. @throws RequestError with its own words. */
export async function postJson<Answer>(path: string, body?: unknown): Promise<Answer> {
  return await jsonOf<Answer>(await post(path, body))
}

/** Sends a request with a body; the answer is whatever comes. */
export async function post(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  return await fetch(path, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Why the gateway refused. */
export async function refusalOf(response: Response): Promise<RequestError> {
  const { status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  const error = isRecord(answer) && isRecord(answer['error']) ? answer['error'] : {}
  const { code, message, hint } = error
  if (status === 401) {
    loginIsLost()
    return new RequestError('This browser is not let in any more', {
      status,
      code: 'refused',
    })
  }
  const words = [message, hint].filter((part) => typeof part === 'string').join('. ')
  return new RequestError(words === '' ? `The gateway answered ${status}` : words, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
  })
}

/** What went wrong, for people. */
export function wordsOf(error: unknown): string {
  if (error instanceof RequestError) return error.message
  // The browser says no more than this of a connection that is not there.
  if (error instanceof TypeError) return 'The gateway cannot be reached'
  return error instanceof Error ? error.message : String(error)
}

async function jsonOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as Answer
}
