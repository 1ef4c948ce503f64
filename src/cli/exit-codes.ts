/** The exit codes of the process. */
export const exitCodes = [
  [0, 'ok'],
  [1, 'failed'],
  [2, 'invalid usage or input'],
  [3, 'unknown agent'],
  [4, 'agent not installed'],
  [5, 'not logged in'],
  [6, 'capability missing or unknown'],
  [11, 'timed out'],
  [12, 'agent crashed'],
  [13, 'aborted'],
] as const

export type ExitCode = (typeof exitCodes)[number][0]

const byErrorCode: Readonly<Record<string, ExitCode>> = {
  USAGE_ERROR: 2,
  VALIDATION_ERROR: 2,
  CONFIG_INVALID: 2,
  CONFIG_UNSAFE: 2,
  INPUT_EMPTY: 2,
  INPUT_NOT_JSON: 2,
  INPUT_NOT_UTF8: 2,
  INPUT_TOO_LARGE: 2,
  INPUT_UNREADABLE: 2,
  UNKNOWN_MODEL: 2,
  UNKNOWN_SESSION: 2,
  UNKNOWN_RECIPIENT: 2,
  AGENT_EXISTS: 2,
  INSTALL_METHOD_UNKNOWN: 2,
  UNKNOWN_NEED: 2,
  AMBIGUOUS_NEED: 2,
  UNKNOWN_AGENT: 3,
  AMBIGUOUS_AGENT: 3,
  AGENT_NOT_INSTALLED: 4,
  AUTH_ERROR: 5,
  CAPABILITY_ERROR: 6,
  NO_AGENT_FITS: 6,
  TIMEOUT: 11,
  AGENT_CRASH: 12,
  ABORTED: 13,
  // Error codes of the A2E protocol.
  schema_violation: 2,
  unknown_type: 2,
  auth_failed: 5,
  unauthorized: 5,
  capability_missing: 6,
  no_caps: 6,
  timeout: 11,
}

/** The exit code of an error code; 1 by default. */
export function exitCodeFor(errorCode: string): ExitCode {
  return byErrorCode[errorCode] ?? 1
}
