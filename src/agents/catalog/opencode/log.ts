import type { AgentExit } from '../../command-line/output-reader.ts'
import { statusIn } from '../../command-line/provider-failure.ts'
import type { ProviderSign, ReadLogSign } from '../../command-line/provider-sign.ts'

interface Attempts {
  made: number
  /** Why the last attempt failed, if the log says so. */
  reason?: string | undefined
}

/**
 * Reads OpenCode's log: `process` starts a message, and each attempt is a `stream`. A cut stream leaves no other line.
 * Requests for titles (`small=true`) and from subagents are not part of the answer.
 */
export function readOpencodeLog(): ReadLogSign {
  const sessions = new Map<string, Attempts>()
  return (line) => {
    const [, kind] = / message=(process|stream|"stream error") /.exec(line) ?? []
    const [, session] = / session\.id=(\S+)/.exec(line) ?? []
    if (kind === undefined || session === undefined) return undefined
    if (kind === 'process') {
      sessions.set(session, { made: 0 })
      return undefined
    }
    const attempts = sessions.get(session)
    if (attempts === undefined || !line.includes(' small=false ') || !line.includes(' mode=primary'))
      return undefined
    if (kind === 'stream') return retryOf(attempts)
    attempts.reason = / error\.error="((?:[^"\\]|\\.)*)"/.exec(line)?.[1]
    return undefined
  }
}

function retryOf(attempts: Attempts): ProviderSign | undefined {
  const { made: attempt, reason = 'the provider cut its answer' } = attempts
  attempts.made = attempt + 1
  attempts.reason = undefined
  return attempt === 0 ? undefined : { type: 'retry', attempt, reason, status: statusIn(reason) }
}

/** The exit, with OpenCode's stderr output without its log lines. */
export function withoutLog(exit: AgentExit): AgentExit {
  const printed = exit.stderrTail.split('\n').filter((line) => !/^timestamp=\S+ level=/.test(line))
  return { ...exit, stderrTail: printed.join('\n') }
}
