/** The status of an answer for each code that has one of its own. */
const statuses: ReadonlyMap<string, number> = new Map(
  Object.entries({
    400: 'VALIDATION_ERROR AMBIGUOUS_AGENT NO_RECIPIENT NOT_STORABLE',
    403: 'FORBIDDEN NOT_A_MEMBER',
    404: 'UNKNOWN_AGENT UNKNOWN_MODEL UNKNOWN_SESSION UNKNOWN_RECIPIENT UNKNOWN_MESSAGE UNKNOWN_DELIVERY',
    409:
      'SESSION_BUSY SESSION_NOT_READY SESSION_GONE SESSION_EXISTS SESSION_CLOSED HANDLE_TAKEN IMPOSSIBLE_STATUS ' +
      'IDEMPOTENCY_CONFLICT DELIVERY_DECIDED NOT_RESUMABLE NOT_SERVED TRANSPORT_UNAVAILABLE AGENT_NOT_INSTALLED',
    413: 'MESSAGE_TOO_LARGE',
    422: 'CAPABILITY_ERROR',
    429: 'MAILBOX_FULL',
    502:
      'AGENT_ERROR AGENT_CRASH AGENT_NOT_STARTED AUTH_ERROR CONNECTION_CLOSED PROTOCOL_ERROR RESUME_FAILED ' +
      'PAUSE_FAILED RELEASE_FAILED',
    503: 'SESSIONS_CLOSED STORE_BUSY STORE_CLOSED STORE_FULL ABORTED',
    504: 'TIMEOUT WAIT_TIMEOUT',
  }).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, Number(status)] as const)),
)

/** The status for an error's code; what has none of its own is a failure of the gateway. */
export function statusFor(errorCode: string): number {
  return statuses.get(errorCode) ?? 500
}
