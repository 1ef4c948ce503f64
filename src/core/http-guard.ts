import type * as Net from 'node:net'
import { isSameToken } from './token.ts'

/** The origin of a request, from its headers. */
export interface RequestSource {
  readonly host: string | undefined
  readonly origin: string | undefined
}

export interface SourceRules {
  /** Host names besides `localhost` that requests may use. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call the server. */
  readonly allowedOrigins: readonly string[]
  /** Whether the server's own pages may call it. */
  readonly hasPages?: boolean
}

/**
 * Rejects requests of another origin and of host names that were rebound to this server (DNS rebinding). An IP
 * address cannot be rebound, so every address is accepted.
 */
export function sourceProblem(
  { host = '', origin }: RequestSource,
  { allowedHosts, allowedOrigins, hasPages = false }: SourceRules,
): 'wrong Host' | 'foreign Origin' | undefined {
  if (!isOwnName(nameOf(host), allowedHosts)) return 'wrong Host'
  if (origin === undefined || allowedOrigins.includes(origin)) return undefined
  const isOwn = hasPages && (origin === `http://${host}` || origin === `https://${host}`)
  return isOwn ? undefined : 'foreign Origin'
}

/** Whether an `Authorization` header carries a token. */
export function isBearer(authorization: string, token: string): boolean {
  const given = bearerOf(authorization)
  return given !== undefined && isSameToken(given, token)
}

/** The token of an `Authorization` header. */
export function bearerOf(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** The host name of a Host header, without port and IPv6 brackets. */
function nameOf(host: string): string {
  const bracketed = host.startsWith('[') ? /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(host) : undefined
  return (bracketed?.[1] ?? host.replace(/:\d+$/, '')).toLowerCase()
}

/** Loaded once, with the first request. */
let net: typeof Net | undefined

function isOwnName(name: string, allowed: readonly string[]): boolean {
  if (name === 'localhost' || allowed.includes(name)) return true
  net ??= process.getBuiltinModule('node:net')
  return net.isIP(name) !== 0
}
