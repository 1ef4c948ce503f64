import { CapstanError } from '../core/capstan-error.ts'

/** Asks the registry of models, which may know nothing of an agent of one's own: the answer is undefined then. */
export function askModels<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch (error) {
    if (CapstanError.isInstance(error) && error.code === 'UNKNOWN_AGENT') return undefined
    throw error
  }
}
