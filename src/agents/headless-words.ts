import { stripVTControlCharacters } from 'node:util'
import type { HeadlessExit } from './headless-events.ts'
import { crashFailure, type HeadlessFailure, lastingFailure, providerFailure } from './headless-failure.ts'

/** What a failure means of which there are only words, an HTTP status perhaps the first of them. */
export function wordedFailure(message: string): HeadlessFailure {
  const status = /^[45]\d\d\b/.exec(message)?.[0]
  if (status !== undefined) return providerFailure(Number(status), message)
  if (/api.?key|unauthori[sz]ed|authenticat|\bauth\b|credential/i.test(message))
    return lastingFailure('AUTH_ERROR', message)
  if (/rate.?limit|too many requests|quota/i.test(message))
    return { message, code: 'RATE_LIMITED', retryable: true }
  if (/overloaded|ECONN|socket|fetch failed|connection error|terminated/i.test(message))
    return { message, code: 'PROVIDER_ERROR', retryable: true }
  return { message, code: 'AGENT_ERROR' }
}

/** Why a program ended that had not told how the run ended: it refused to begin, or it crashed. */
export function unansweredFailure(agent: string, exit: HeadlessExit): HeadlessFailure {
  if (exit.exitCode === 0 || exit.signal !== null) return crashFailure(agent, exit)
  const said = stripVTControlCharacters(exit.stderrTail)
  const session = /^(?:error: )?(session .*not found|session not found|no session found.*)/im.exec(said)
  if (session?.[1] !== undefined) return lastingFailure('SESSION_NOT_FOUND', session[1])
  const key = /^(?:error: )?(no api key found.*)$/im.exec(said)
  if (key?.[1] !== undefined) return lastingFailure('AUTH_ERROR', key[1].replace(/\.$/, ''))
  return crashFailure(agent, exit)
}
