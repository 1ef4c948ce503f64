import { turnFailureCode } from '../../acp/wire/agent-request-error.ts'
import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import { CapstanError } from '../../core/capstan-error.ts'

export function overError(id: string): CapstanError {
  return new CapstanError('RUN_OVER', `The run ${id} has ended`, {
    hint: 'Start a new run with sessionId to continue the session.',
    commandHint: 'Start a new run with --resume to continue the session.',
  })
}

export function abortError(how: string): CapstanError {
  return new CapstanError('ABORTED', `The run was ${how}`)
}

export function noTurnError(id: string): CapstanError {
  return new CapstanError('NO_TURN', `The run ${id} has no turn in progress`, {
    hint: 'Use send() to queue the message for the next turn.',
  })
}

export function turnError(agent: string, { error }: TurnEnd): CapstanError {
  if (error === undefined) return new CapstanError('AGENT_ERROR', `${agent} ended the turn with an error`)
  return new CapstanError(turnFailureCode(error), error.message)
}

export function silentError(agent: string): CapstanError {
  return new CapstanError('AGENT_ERROR', `${agent} ended the turn without a result`, {
    hint: 'Check the API key, the model and the quota: the agent does not report provider errors.',
  })
}

export function silenceError(agent: string, limitMs: number): CapstanError {
  return new CapstanError('TIMEOUT', `${agent} sent nothing for ${limitMs} ms`, {
    hint: 'Raise inactivityTimeoutMs, or set it to 0 for no limit.',
    commandHint: 'Raise --inactivity, or set it to 0 for no limit.',
  })
}

export function timeError(timeoutMs: number): CapstanError {
  return new CapstanError('TIMEOUT', `The run timed out after ${timeoutMs} ms`, {
    hint: 'Raise timeoutMs.',
    commandHint: 'Raise --timeout.',
  })
}

/** The error for a call that the agent supports only over ACP; `alternative` ends the hint. */
export function needsAcpError(message: string, alternative = ''): CapstanError {
  return new CapstanError('TRANSPORT_UNAVAILABLE', message, {
    hint: `Use transport acp${alternative}.`,
    commandHint: `Use --transport acp${alternative}.`,
  })
}

export function noIdError(agent: string): CapstanError {
  return new CapstanError('NOT_RESUMABLE', `${agent} has not reported a session id yet`, {
    hint: 'Open a new session.',
  })
}

export function busyError(agent: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${agent} is still working on the previous prompt`, {
    hint: 'Wait for the result, cancel the run, or queue the message with send().',
    commandHint: 'Wait until the agent is idle, then try again.',
  })
}
