import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'

export function busyError(name: string): CapstanError {
  return new CapstanError('SESSION_BUSY', `${name} is still working on the prompt before`, {
    hint: 'Wait until it is idle, or send a message with the mode immediate.',
  })
}

export function closedError(name: string, status: AgentStatus): CapstanError {
  const canResume = status === 'paused' || status === 'offline'
  return new CapstanError(
    'SESSION_NOT_READY',
    `${name} is ${status} and takes no prompt`,
    canResume
      ? { hint: 'Call resume() first.', commandHint: `Run capstan session resume ${name} first.` }
      : {},
  )
}

export function stuckError(name: string): CapstanError {
  return new CapstanError('TURN_NOT_STOPPED', `${name} goes on with its turn although it was interrupted`, {
    hint: 'Wait until it is idle, or release the session, which ends its process.',
  })
}

export function goneError(name: string): CapstanError {
  return new CapstanError('SESSION_NOT_KEPT', `The agent never told by what ${name} can be taken up again`, {
    hint: 'Some agents tell it with their first turn. Open a new session.',
  })
}
