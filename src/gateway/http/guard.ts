import { bearerOf, isBearer, sourceProblem } from '../../core/http-guard.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { LoginCookies } from './page/login-cookies.ts'

export interface GuardOptions {
  readonly token: string
  /** Whether a token belongs to another gateway that shares the threads. */
  readonly accepts?: (token: string) => boolean
  /** Allowed Host headers besides `localhost`. */
  readonly allowedHosts: readonly string[]
  /** Allowed origins besides the gateway's own. */
  readonly allowedOrigins: readonly string[]
  readonly cookies: LoginCookies
}

/** Why the guard rejects a request. */
export interface Refusal {
  readonly status: 401 | 403
  readonly error: string
}

/** The headers that the guard checks. */
export interface RequestMarks {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

/** A request to check. */
export interface GuardedRequest {
  readonly method: string
  readonly path: string
  readonly marks: RequestMarks
  /** The resource needs no login. */
  readonly isOpen?: boolean
}

/** Checks a request before any handler runs. `/health`, `/login` and CORS preflights need no credentials. */
export function refusalOf(
  { method, path, marks, isOpen = false }: GuardedRequest,
  options: GuardOptions,
): Refusal | undefined {
  const error = sourceProblem(marks, { ...options, hasPages: true })
  if (error !== undefined) return { status: 403, error }
  const needsNothing = isOpen || path === '/health' || path === '/login' || method === 'OPTIONS'
  return needsNothing ? undefined : tokenRefusal(marks, options)
}

/** The headers of a Node request that the guard checks. */
export function marksOf({ host, origin, authorization, cookie }: IncomingHttpHeaders): RequestMarks {
  return { host, origin, authorization, cookie }
}

/** Whether a request has the token or a valid cookie. */
export function isAuthorized(marks: RequestMarks, options: GuardOptions): boolean {
  return tokenRefusal(marks, options) === undefined
}

/** Rejects requests without the token or a valid cookie. */
function tokenRefusal(
  { authorization, cookie, host }: Pick<RequestMarks, 'authorization' | 'cookie' | 'host'>,
  { token, accepts, cookies }: Pick<GuardOptions, 'token' | 'accepts' | 'cookies'>,
): Refusal | undefined {
  if (authorization !== undefined) {
    const isKnown = isBearer(authorization, token) || accepts?.(bearerOf(authorization) ?? '') === true
    return isKnown ? undefined : { status: 401, error: 'wrong token' }
  }
  const value = cookieValue(cookie, cookieNameFor(host))
  return value !== undefined && cookies.has(value) ? undefined : { status: 401, error: 'no token' }
}

/** Browsers ignore the port of a cookie, so its name contains the port to separate two gateways on one machine. */
export function cookieNameFor(host = ''): string {
  const port = /:(\d+)$/.exec(host)?.[1]
  return port === undefined ? 'capstan_session' : `capstan_session_${port}`
}

function cookieValue(cookie = '', cookieName: string): string | undefined {
  for (const part of cookie.split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === cookieName) return value
  }
  return undefined
}
