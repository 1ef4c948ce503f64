import type { AgentExit } from '../../command-line/output-reader.ts'
import { crashFailure, lastLine } from '../../command-line/output-failure.ts'
import {
  type AgentFailure,
  type FailureCode,
  lastingFailure,
  namedFailure,
  providerFailure,
  wordedFailure,
} from '../../command-line/provider-failure.ts'

/** Gemini's own exit codes. */
const codes: Readonly<Record<number, FailureCode>> = {
  41: 'AUTH_ERROR',
  44: 'AGENT_ERROR',
  52: 'AGENT_ERROR',
  54: 'AGENT_ERROR',
  55: 'UNTRUSTED_FOLDER',
}
const wrongInput = 42

/** Provider HTTP statuses, which arrive as an exit code with only the lowest byte. */
const statuses = [400, 401, 403, 404, 408, 409, 413, 429, 500, 501, 502, 503, 504]

/** The failure of a run, from its message and, after its end, its exit code. */
export function resultFailure(message: string, exitCode: number | null): AgentFailure {
  const own = exitCode === null ? undefined : codes[exitCode]
  if (own !== undefined) return ownFailure(own, message)
  const status = /"code": ?(\d{3})\b/.exec(message)?.[1]
  if (status !== undefined) return providerFailure(Number(status), message)
  const meant = statuses.find((known) => known % 256 === exitCode)
  return meant === undefined ? wordedFailure(message) : providerFailure(meant, message)
}

/** The failure of a run without a result, from stderr and the exit code. */
export function startFailure(exit: AgentExit, { isResumed }: { isResumed: boolean }): AgentFailure {
  const { exitCode, stderrTail } = exit
  const message = withoutColors(lastLine(stderrTail))
  if (exitCode === wrongInput) {
    const isLost = isResumed && /resuming session|session identifier/i.test(stderrTail)
    return lastingFailure(isLost ? 'SESSION_NOT_FOUND' : 'AGENT_ERROR', message)
  }
  const own = exitCode === null ? undefined : codes[exitCode]
  return own === undefined ? crashFailure('gemini', exit) : ownFailure(own, message)
}

function ownFailure(code: FailureCode, message: string): AgentFailure {
  const failure = lastingFailure(code, message)
  return code === 'AUTH_ERROR' ? namedFailure('login', failure) : failure
}

function withoutColors(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}
