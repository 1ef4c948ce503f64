import { isDeepStrictEqual } from 'node:util'
import { countOf, type Fields, fieldsOf, textOf, without } from '../../command-line/read-values.ts'
import type { ProviderSign, ReadSign } from '../../command-line/provider-sign.ts'

/** How it counts its retries, on both transports. */
const reconnecting = /^Reconnecting\.\.\. (\d+)\/(\d+)/

/** Reads the signs of one session: its bridge puts retries into vendor data, and a failure into words. */
export function readCodexSigns(): ReadSign {
  let before: Fields = {}
  let hasFailed = false
  /** The message or thought it writes; one that another follows is whole, and Codex goes on from it after a retry. */
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

/** Every update repeats the last error; it is new when it differs, or when nothing else does. */
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

/** Which attempt the words of a retry name. */
export function retryCounts(message: string): { attempt: number; most: number } | undefined {
  const [, attempt, most] = reconnecting.exec(message) ?? []
  return attempt === undefined ? undefined : { attempt: Number(attempt), most: Number(most) }
}
