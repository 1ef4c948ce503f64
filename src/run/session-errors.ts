import { CapstanError } from '../core/capstan-error.ts'

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
