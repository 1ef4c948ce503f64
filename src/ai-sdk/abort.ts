import { CapstanError } from '../core/capstan-error.ts'

/** The error the AI SDK expects for an aborted call; Capstan's error is its cause. */
export function abortError({ reason }: AbortSignal, error: unknown): DOMException {
  const cause = CapstanError.isInstance(error) ? error : abortedError()
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError'
  return new DOMException('The call was aborted', { name: isTimeout ? 'TimeoutError' : 'AbortError', cause })
}

export function abortedError(): CapstanError {
  return new CapstanError('ABORTED', 'The call was aborted by its signal')
}
