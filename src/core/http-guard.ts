import type * as Net from 'node:net'
import { isSameToken } from './token.ts'

/** Where a request comes from, as its headers say. */
export interface RequestSource {
  readonly host: string | undefined
  readonly origin: string | undefined
}

export interface SourceRules {
  /** Names besides `localhost` that the server is known by. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call the server. */
  readonly allowedOrigins: readonly string[]
  /** Whether the server has pages of its own, which may call it too. */
  readonly hasPages?: boolean
}

/**
 * Rejects what a browser was tricked into: a page of another origin, or a name that was made to point here. An address
 * cannot be made to point elsewhere, so every address is accepted.
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
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return given !== undefined && isSameToken(given, token)
}

/** The name in a Host header, without the port and the brackets of an address. */
function nameOf(host: string): string {
  const bracketed = host.startsWith('[') ? /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(host) : undefined
  return (bracketed?.[1] ?? host.replace(/:\d+$/, '')).toLowerCase()
}

/** Loaded with the first request, and not asked for with each. */
let net: typeof Net | undefined

function isOwnName(name: string, allowed: readonly string[]): boolean {
  if (name === 'localhost' || allowed.includes(name)) return true
  net ??= process.getBuiltinModule('node:net')
  return net.isIP(name) !== 0
}
