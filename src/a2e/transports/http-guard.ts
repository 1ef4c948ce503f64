import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isSameToken } from '../../core/token.ts'

export interface GuardOptions {
  token: string
  /** Names besides `localhost` that the server is known by. */
  allowedHosts: readonly string[]
  /** Pages that may call it; none if empty. */
  allowedOrigins: readonly string[]
}

/** What a request is turned away with. */
export interface Refusal {
  status: number
  error: string
}

/**
 * Turns away what a browser was tricked into: a page of another origin, or a name that was made to point here. An
 * address cannot be made to point elsewhere, so those are fine.
 */
export function refusalOf(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const { host, origin, authorization } = request.headers
  if (!isOwnName(nameOf(host), options.allowedHosts)) return { status: 403, error: 'wrong Host' }
  if (origin !== undefined && !options.allowedOrigins.includes(origin))
    return { status: 403, error: 'foreign Origin' }
  if (authorization !== undefined && !isBearer(authorization, options.token))
    return { status: 401, error: 'wrong token' }
  return undefined
}

/** The name in a Host header, without the port and the brackets of an address. */
function nameOf(host = ''): string {
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(host)
  return (bracketed?.[1] ?? host.replace(/:\d+$/, '')).toLowerCase()
}

function isOwnName(name: string, allowed: readonly string[]): boolean {
  return name === 'localhost' || isIP(name) !== 0 || allowed.includes(name)
}

function isBearer(header: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header)?.[1]
  return given !== undefined && isSameToken(given, token)
}
