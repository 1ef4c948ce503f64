import { join } from 'node:path'
import type { TokenUsage } from '../../../events/usage.ts'
import { countOf, type Fields, fieldsOf, present } from '../../command-line/read-values.ts'
import {
  findStoredFile,
  type ReadStoredUsage,
  readStoredLines,
  storeFolder,
  sumTokens,
} from '../../command-line/stored-usage.ts'

/** Copilot adds a usage record to the session's events after every model call. */
export const readCopilotUsage: ReadStoredUsage = async (session) => {
  const home = storeFolder(session, { variable: 'COPILOT_HOME', inHome: '.copilot' })
  const folder = join(home, 'session-state', session.sessionId)
  const path = await findStoredFile(folder, (name) => name === 'events.jsonl')
  if (path === undefined) return undefined
  let tokens: TokenUsage | undefined
  await readStoredLines(path, '"session.usage_record"', (line) => {
    if (line.type !== 'session.usage_record') return
    tokens = sumTokens(tokens ?? {}, tokensOf(fieldsOf(fieldsOf(line.data).usage)))
  })
  return present({ tokens })
}

/** Copilot includes cached tokens in the input. */
function tokensOf(usage: Fields): TokenUsage {
  const [sent, output] = [countOf(usage.inputTokens) ?? 0, countOf(usage.outputTokens) ?? 0]
  const [cacheRead, cacheWrite] = [countOf(usage.cacheReadTokens), countOf(usage.cacheWriteTokens)]
  return present<TokenUsage>({
    total: sent + output,
    input: Math.max(0, sent - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output,
    thinking: countOf(usage.reasoningTokens),
    cacheRead,
    cacheWrite,
  })
}
