import { CapstanError } from '../../../core/capstan-error.ts'

/** The error for a write of a node that is not, or no longer, the owner of a session. */
export function notOwner(session: string): CapstanError {
  return new CapstanError('NOT_OWNER', `This node is not the owner of the session ${session}`, {
    hint: 'Try again; the node that owns the session answers then.',
  })
}

/** The error while the database does not answer. */
export function unavailable(cause?: unknown): CapstanError {
  return new CapstanError('STORE_UNAVAILABLE', 'The PostgreSQL server does not answer', {
    hint: 'Check that the server runs and that this machine can reach it.',
    cause,
  })
}
