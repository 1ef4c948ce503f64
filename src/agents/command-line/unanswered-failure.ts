import { stripVTControlCharacters } from 'node:util'
import type { AgentExit } from './output-reader.ts'
import { crashFailure } from './output-failure.ts'
import { type AgentFailure, lastingFailure } from './provider-failure.ts'

/** Why a program ended without reporting a result: it refused to start, or it crashed. */
export function unansweredFailure(agent: string, exit: AgentExit): AgentFailure {
  if (exit.exitCode === 0 || exit.signal !== null) return crashFailure(agent, exit)
  const said = stripVTControlCharacters(exit.stderrTail)
  const session = /^(?:error: )?(session .*not found|session not found|no session found.*)/im.exec(said)
  if (session?.[1] !== undefined) return lastingFailure('SESSION_NOT_FOUND', session[1])
  const key = /^(?:error: )?(no api key found.*)$/im.exec(said)
  if (key?.[1] !== undefined) return lastingFailure('AUTH_ERROR', key[1].replace(/\.$/, ''))
  return crashFailure(agent, exit)
}
