import type { TokenUsage } from '../../../events/usage.ts'
import { type Fields, fieldsOf, present } from '../../command-line/read-values.ts'
import {
  findStoredFile,
  type ReadStoredUsage,
  readStoredLines,
  storeFolder,
} from '../../command-line/stored-usage.ts'
import { readTokens } from './usage.ts'

/** Codex writes the total of a thread into its rollout after every model call. */
export const readCodexUsage: ReadStoredUsage = async (session) => {
  const folder = `${storeFolder(session, { variable: 'CODEX_HOME', inHome: '.codex' })}/sessions`
  const path = await findStoredFile(folder, (name) => name.endsWith(`-${session.sessionId}.jsonl`))
  if (path === undefined) return undefined
  let tokens: TokenUsage | undefined
  await readStoredLines(path, '"token_count"', (line: Fields) => {
    const { type, info } = fieldsOf(line.payload)
    if (type === 'token_count') tokens = readTokens(fieldsOf(fieldsOf(info).total_token_usage)) ?? tokens
  })
  return present({ tokens })
}
