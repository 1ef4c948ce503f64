import { isDeepStrictEqual } from 'node:util'
import { countOf, type Fields, fieldsOf, textOf, without } from '../../command-line/read-values.ts'
import type { ProviderSign, ReadSign } from '../../command-line/provider-sign.ts'

/** How Codex counts its retries, on both transports. */
const reconnecting = /^Reconnecting\.\.\. (\d+)\/(\d+)/

/** Reads the signs of one session: the bridge sends retries as metadata and a failure as text. */
export function readCodexSigns(): ReadSign {
  let before: Fields = {}
  let hasFailed = false
  /** The current message or thought. Once another follows, it is final, and Codex continues after it on a retry. */
  let open: string | undefined
  return (event) => {
    if (event.type === 'session.updated') {
      const now = fieldsOf(fieldsOf(event.meta).codex)
      if (Object.keys(now).length === 0) return undefined
      const last = before
      before = now
      hasFailed = fieldsOf(now.threadStatus).type === 'systemError'
      if (!isNews(now, last)) return undefined
      open = undefined
      return retryOf(fieldsOf(now.error))
    }
    const isSpoken = event.type === 'thinking.delta' || (event.type === 'text.delta' && event.role !== 'user')
    if (!isSpoken || event.subagentId !== undefined) return undefined
    if (hasFailed) return { type: 'failure', message: event.text.trim() }
    const isNext = open !== undefined && event.messageId !== open
    open = event.messageId
    return isNext ? { type: 'next' } : undefined
  }
}

/** Every update repeats the last error. The error is new if it differs, or if nothing else differs. */
function isNews(now: Fields, last: Fields): boolean {
  if (now.error === undefined) return false
  const isSame = isDeepStrictEqual(now.error, last.error)
  return !isSame || isDeepStrictEqual(without(now, 'error'), without(last, 'error'))
}

function retryOf(error: Fields): ProviderSign | undefined {
  if (error.willRetry !== true) return undefined
  const message = textOf(error.message) ?? ''
  const [info] = Object.values(fieldsOf(error.codexErrorInfo))
  return {
    type: 'retry',
    ...retryCounts(message),
    status: countOf(fieldsOf(info).httpStatusCode),
    reason: textOf(error.additionalDetails) ?? message,
  }
}

/** The attempt number in the text of a retry. */
export function retryCounts(message: string): { attempt: number; most: number } | undefined {
  const [, attempt, most] = reconnecting.exec(message) ?? []
  return attempt === undefined ? undefined : { attempt: Number(attempt), most: Number(most) }
}
