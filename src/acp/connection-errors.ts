import { CapstanError } from '../core/capstan-error.ts'

export function closedError(agent: string): CapstanError {
  return new CapstanError('CONNECTION_CLOSED', `The connection to ${agent} is closed`)
}

export function endedError(agent: string): CapstanError {
  return new CapstanError('CONNECTION_CLOSED', `${agent} ended the connection`)
}

export function longLineError(agent: string, cause: Error): CapstanError {
  return new CapstanError('PROTOCOL_ERROR', `${agent} wrote a line above the size limit`, {
    cause,
    hint: 'Raise maxLineBytes if the agent may write lines this long.',
    commandHint: 'Request less output at a time: the message is lost.',
  })
}
