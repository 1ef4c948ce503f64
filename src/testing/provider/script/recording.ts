import type { IncomingHttpHeaders } from 'node:http'
import { createRedactor } from '../../redact.ts'
import type { ThinkingAsked } from '../thinking-asked.ts'
import type { WireName } from '../wire-name.ts'

/** Who answered a request: a script, the answer for side requests, the usual text, or nobody. */
export type AnsweredBy = 'script' | 'side' | 'usual' | 'none'

/** What the provider was asked, without keys. */
export interface RecordedRequest {
  method: string
  /** With the query. */
  path: string
  headers: Readonly<Record<string, string>>
  /** What was sent, read as JSON; null when it was empty or something else. */
  body: unknown
  /** What follows is there when the request asked for an answer of the model. */
  wire?: WireName
  model?: string
  /** What the user wrote last. */
  prompt?: string
  /** The names of the tools that were offered. */
  tools?: readonly string[]
  thinking?: ThinkingAsked
  answeredBy: AnsweredBy
}

const keyHeaders = ['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const keyInQuery = /([?&]key=)[^&]*/g
const shortestKey = 6
const placeholder = '[key]'
const redact = createRedactor({ environment: {} })

/** The keys that a request was made with, so that they are nowhere in what is recorded. */
export function keysOf(headers: IncomingHttpHeaders, path: string): string[] {
  const inHeaders = keyHeaders.map((name) => String(headers[name] ?? '').replace(/^(Bearer|Basic)\s+/i, ''))
  const inQuery = new URLSearchParams(path.slice(path.indexOf('?') + 1)).getAll('key')
  return [...inHeaders, ...inQuery].filter((key) => key.length >= shortestKey)
}

export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => rest.replaceAll(key, placeholder), text)
}

export function cleanPath(path: string, keys: readonly string[]): string {
  return withoutKeys(path.replaceAll(keyInQuery, `$1${placeholder}`), keys)
}

export function cleanHeaders(headers: IncomingHttpHeaders, keys: readonly string[]): Record<string, string> {
  const flat = Object.entries(headers).map(
    ([name, value]) => [name, withoutKeys(String(value), keys)] as const,
  )
  return redact(Object.fromEntries(flat)) as Record<string, string>
}
