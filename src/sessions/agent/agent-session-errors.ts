import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentIdentity } from '../identity.ts'

export function busyError(name: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${name} is still working on the previous prompt`, {
    hint: 'Wait until it is idle, or send a message in immediate mode.',
  })
}

export function closedError({ name, handle }: AgentIdentity, status: AgentStatus): CapstanError {
  const canResume = status === 'paused' || status === 'offline'
  return new CapstanError(
    'SESSION_NOT_READY',
    `${name} is ${status} and cannot take a prompt`,
    canResume
      ? { hint: 'Call resume() first.', commandHint: `Run capstan session resume @${handle} first.` }
      : {},
  )
}

export function stuckError(name: string): CapstanError {
  return new CapstanError('TURN_NOT_STOPPED', `${name} did not stop its turn when interrupted`, {
    hint: 'Wait until it is idle, or release the session, which ends its process.',
  })
}

export function goneError(name: string): CapstanError {
  return new CapstanError('SESSION_NOT_KEPT', `Cannot resume ${name}: the agent reported no session id`, {
    hint: 'Open a new session; some agents report an id only after their first turn.',
  })
}

export function notOpenError(requestId: string): CapstanError {
  return new CapstanError('REQUEST_NOT_OPEN', `The request ${requestId} is not open`, {
    hint: 'Answer each request once, before its turn ends.',
  })
}

export function startedError(): CapstanError {
  return new CapstanError('RESUME_FAILED', 'its agent is running and cannot get new variables', {
    hint: 'Resume it without env, or release it and start a new session.',
    commandHint: 'Resume it without --env, or release it and start a new session.',
  })
}
