import { isBearer, sourceProblem } from '../../core/http-guard.ts'
import { makeToken } from '../../core/token.ts'

export interface GuardOptions {
  readonly token: string
  /** Names besides `localhost` that the server is known by. */
  readonly allowedHosts: readonly string[]
  /** Pages that may call it besides its own. */
  readonly allowedOrigins: readonly string[]
  readonly cookies: LoginCookies
}

/** What a request is turned away with. */
export interface Refusal {
  readonly status: 401 | 403
  readonly error: string
}

/** Browsers that came by a link of ours. */
export interface LoginCookies {
  /** A code that can be used once, for a link. */
  issueCode(): string
  /** The cookie's value for a code; undefined if it is not one, or was used. */
  redeem(code: string): string | undefined
  has(value: string): boolean
}

const codeLifeMs = 5 * 60_000
const mostCookies = 100

export function createLoginCookies(): LoginCookies {
  const codes = new Map<string, number>()
  const values = new Set<string>()
  return {
    issueCode: () => {
      const code = makeToken()
      codes.set(code, Date.now() + codeLifeMs)
      return code
    },
    redeem: (code) => {
      const expires = codes.get(code)
      codes.delete(code)
      if (expires === undefined || expires < Date.now()) return undefined
      const value = makeToken()
      values.add(value)
      const [oldest] = values
      if (values.size > mostCookies && oldest !== undefined) values.delete(oldest)
      return value
    },
    has: (value) => values.has(value),
  }
}

/** What of a request is looked at. */
export interface RequestMarks {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

/** A request to be judged. */
export interface JudgedRequest {
  readonly method: string
  readonly path: string
  readonly marks: RequestMarks
  /** What it asks for is for everybody. */
  readonly isOpen?: boolean
}

/** Judges a request before anything is done with it. Health and the way in are open, and so is a question about CORS. */
export function refusalOf(
  { method, path, marks, isOpen = false }: JudgedRequest,
  options: GuardOptions,
): Refusal | undefined {
  const error = sourceProblem(marks, { ...options, hasPages: true })
  if (error !== undefined) return { status: 403, error }
  const needsNothing = isOpen || path === '/health' || path === '/login' || method === 'OPTIONS'
  return needsNothing ? undefined : tokenRefusal(marks, options)
}

/** Turns away whoever holds neither the token nor a cookie of ours. */
function tokenRefusal(
  { authorization, cookie, host }: Pick<RequestMarks, 'authorization' | 'cookie' | 'host'>,
  { token, cookies }: Pick<GuardOptions, 'token' | 'cookies'>,
): Refusal | undefined {
  if (authorization !== undefined)
    return isBearer(authorization, token) ? undefined : { status: 401, error: 'wrong token' }
  const value = cookieValue(cookie, cookieNameFor(host))
  return value !== undefined && cookies.has(value) ? undefined : { status: 401, error: 'no token' }
}

/** A browser keeps cookies by host alone: the port keeps two gateways on one machine apart. */
export function cookieNameFor(host = ''): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  return port === undefined ? 'capstan_session' : `capstan_session_${port}`
}

function cookieValue(cookie = '', wanted: string): string | undefined {
  for (const part of cookie.split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === wanted) return value
  }
  return undefined
}
