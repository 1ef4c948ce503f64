import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'

/** Why the gateway rejects a request: the error code of RUN_ERROR events and of HTTP responses. */
export type RefusalCode =
  | 'thread_busy'
  | 'thread_of_another_agent'
  | 'too_many_runs'
  | 'too_many_threads'
  | 'too_many_sessions'
  | 'no_message'
  | 'invalid_settings'
  | 'pending_interrupts'
  | 'partial_resume'
  | 'unknown_interrupt'
  | 'resume_conflict'
  | 'invalid_resume'
  | 'gateway_closed'
  | 'unknown_agent'
  | 'no_agent_fits'
  | 'not_permitted'
  | 'install_running'
  | 'thread_elsewhere'
  | 'verify_running'

const statuses: Partial<Record<RefusalCode, number>> = {
  thread_busy: 409,
  thread_of_another_agent: 409,
  not_permitted: 403,
  install_running: 409,
  verify_running: 409,
  no_agent_fits: 503,
  too_many_runs: 503,
  too_many_threads: 503,
  too_many_sessions: 503,
  gateway_closed: 503,
  thread_elsewhere: 503,
}

/** The gateway rejected a request. */
export class GatewayError extends CapstanError {
  readonly refusal: RefusalCode

  constructor(refusal: RefusalCode, message: string, options: CapstanErrorOptions = {}) {
    super('GATEWAY_REFUSED', message, options)
    this.refusal = refusal
  }

  /** HTTP status, if no stream has started. */
  get status(): number {
    return statuses[this.refusal] ?? 400
  }
}
