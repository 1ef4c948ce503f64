import { CapstanError } from '../../core/capstan-error.ts'
import { excerptOf } from '../../core/text/excerpt.ts'

/**
 * The error of a failed handshake: a program that printed other text, exited without an error or refused `initialize`
 * does not speak ACP. Other errors stay unchanged.
 */
export function handshakeError(agent: string, error: unknown, firstText: string | undefined): unknown {
  if (!CapstanError.isInstance(error)) return error
  const how = howItFailed(error, firstText)
  if (how === undefined) return error.code === 'TIMEOUT' ? silentError(error) : error
  return new CapstanError('NOT_ACP', `${agent} does not speak ACP: ${how}`, {
    cause: error,
    hint: 'Start the program with the arguments that make it speak ACP on its stdin and stdout.',
    commandHint:
      'Give the arguments that make it speak ACP, as in --acp "my-agent --acp", or in the agents file.',
  })
}

/** A timeout may mean a slow agent or a program that does not speak ACP. */
function silentError(cause: CapstanError): CapstanError {
  const hint = 'Raise the timeout, or check that the program speaks ACP on its stdin and stdout.'
  return new CapstanError('TIMEOUT', cause.message, { cause, hint })
}

function howItFailed(error: CapstanError, firstText: string | undefined): string | undefined {
  const printed = firstText === undefined ? '' : `it printed ${excerptOf(firstText)}`
  if (error.code === 'TIMEOUT') return printed === '' ? undefined : `${printed} and did not answer initialize`
  if (error.code === 'METHOD_NOT_FOUND') return 'it does not support initialize'
  if (error.code !== 'AGENT_CRASH' && error.code !== 'CONNECTION_CLOSED') return undefined
  const exitCode = 'exitCode' in error ? error.exitCode : undefined
  const ended = typeof exitCode === 'number' ? `ended with exit code ${exitCode}` : 'ended'
  if (printed !== '') return `${printed} and ${ended}`
  return exitCode === 0 ? `it ${ended} without an answer` : undefined
}
