import { CapstanError } from '../../core/capstan-error.ts'

/** A warning on one line, with its cause and what to do. */
export function warningText(message: string, cause?: unknown): string {
  if (cause === undefined) return message
  if (!CapstanError.isInstance(cause)) {
    return `${message}: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`
  }
  const hint = cause.hint === undefined ? '' : `. ${cause.hint}`
  return `${message}: ${cause.code}: ${cause.message}${hint}`
}
