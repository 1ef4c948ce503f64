import type { ErrorDetail } from '../events/error.ts'
import type { HeadlessExit } from './headless-events.ts'

/** The codes of a failed headless run. */
export type HeadlessFailureCode =
  | 'AUTH_ERROR'
  | 'RATE_LIMITED'
  | 'PROVIDER_ERROR'
  | 'SESSION_NOT_FOUND'
  | 'UNTRUSTED_FOLDER'
  | 'AGENT_ERROR'
  | 'AGENT_CRASH'

/** A failure whose code is known. */
export interface HeadlessFailure extends ErrorDetail {
  code: HeadlessFailureCode
}

/** What the HTTP status says with which a model's provider refused a request. */
export function providerFailure(status: number, message: string): HeadlessFailure {
  const data = { status }
  if (status === 401 || status === 403) return { message, code: 'AUTH_ERROR', retryable: false, data }
  if (status === 429) return { message, code: 'RATE_LIMITED', retryable: true, data }
  return { message, code: 'PROVIDER_ERROR', retryable: status === 408 || status >= 500, data }
}

/** A failure that trying again does not heal. */
export function lastingFailure(code: HeadlessFailureCode, message: string): HeadlessFailure {
  return { message, code, retryable: false }
}

/** The program ended before it had told how the run ended. */
export function crashFailure(agent: string, { exitCode, signal, stderrTail }: HeadlessExit): HeadlessFailure {
  const how = signal === null ? `with exit code ${exitCode}` : `by ${signal}`
  const last = lastLine(stderrTail)
  return {
    message: `${agent} ended ${how} before it had answered${last === '' ? '' : `: ${last}`}`,
    code: 'AGENT_CRASH',
    data: { exitCode, signal, stderrTail },
  }
}

/** The first line of what a program wrote in which this is said. */
export function lineWith(text: string, pattern: RegExp): string | undefined {
  return text
    .split('\n')
    .find((line) => pattern.test(line))
    ?.trim()
}

/** The last line of what a program wrote. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
