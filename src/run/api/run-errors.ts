import { turnFailureCode } from '../../acp/wire/agent-request-error.ts'
import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import { CapstanError } from '../../core/capstan-error.ts'

export function overError(id: string): CapstanError {
  return new CapstanError('RUN_OVER', `The run ${id} has ended`, {
    hint: 'Start another one with sessionId to continue the session.',
    commandHint: 'Start another one with --resume to continue the session.',
  })
}

export function noTurnError(id: string): CapstanError {
  return new CapstanError('NO_TURN', `No turn of the run ${id} is under way`, {
    hint: 'Say it with send().',
  })
}

export function turnError(agent: string, { error }: TurnEnd): CapstanError {
  if (error === undefined) return new CapstanError('AGENT_ERROR', `${agent} ended the turn with an error`)
  return new CapstanError(turnFailureCode(error), error.message)
}

export function silentError(agent: string): CapstanError {
  return new CapstanError('AGENT_ERROR', `${agent} ended the turn without a word`, {
    hint: 'It hides what its provider refused: check the key, the model and the quota.',
  })
}

export function silenceError(agent: string, limitMs: number): CapstanError {
  return new CapstanError('TIMEOUT', `Nothing came from ${agent} for ${limitMs} ms`, {
    hint: 'Give it more time with inactivityTimeoutMs, or 0 for no limit.',
    commandHint: 'Give it more time with --inactivity, or 0 for no limit.',
  })
}

export function timeError(timeoutMs: number): CapstanError {
  return new CapstanError('TIMEOUT', `The run was stopped after ${timeoutMs} ms`, {
    hint: 'Give it more time with timeoutMs.',
    commandHint: 'Give it more time with --timeout.',
  })
}
