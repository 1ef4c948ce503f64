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

/** The error for a statement that the server canceled, which changed nothing. */
export function timedOut(cause: unknown, attempts = 1): CapstanError {
  const times = attempts === 1 ? '' : `, ${attempts} times`
  return new CapstanError('STORE_TIMEOUT', `PostgreSQL canceled a statement that took too long${times}`, {
    hint: 'Look for locks and long transactions in pg_stat_activity, or give the server more resources.',
    cause,
  })
}
