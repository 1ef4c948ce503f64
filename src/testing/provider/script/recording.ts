import type { IncomingHttpHeaders } from 'node:http'
import { createRedactor } from '../../redact.ts'
import type { ThinkingAsked } from '../thinking-asked.ts'
import type { WireName } from '../wire-name.ts'
import type { TokenUsage } from './script.ts'

/** The source of an answer: a script, the answer for side requests, the default text, or none. */
export type AnsweredBy = 'script' | 'side' | 'usual' | 'none'

/** The tokens that an answer has reported, in the terms of its API. */
export interface ReportedUsage extends TokenUsage {
  /** The answer has not reported its final count. */
  incomplete?: true
}

/** A request to the provider, without keys. */
export interface RecordedRequest {
  method: string
  /** With the query. */
  path: string
  headers: Readonly<Record<string, string>>
  /** The body as JSON; null if it was empty or not JSON. */
  body: unknown
  /** The fields below are only present in requests for a model answer. */
  wire?: WireName
  model?: string
  /** The last user message. */
  prompt?: string
  /** The names of the offered tools. */
  tools?: readonly string[]
  thinking?: ThinkingAsked
  answeredBy: AnsweredBy
  /** What the answer has reported so far; absent before its first report, and for errors. */
  usage?: ReportedUsage
}

const keyHeaders = ['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const keyInQuery = /([?&]key=)[^&]*/g
const shortestKey = 6
const placeholder = '[key]'
const redact = createRedactor({ environment: {} })

/** The API keys of a request, to remove them from the recording. */
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
