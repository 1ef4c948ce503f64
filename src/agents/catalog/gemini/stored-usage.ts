import { join } from 'node:path'
import type { TokenUsage } from '../../../events/usage.ts'
import { countOf, type Fields, fieldsOf, present, textOf } from '../../command-line/read-values.ts'
import {
  findStoredFile,
  type ReadStoredUsage,
  readStoredLines,
  storeFolder,
  sumTokens,
} from '../../command-line/stored-usage.ts'

/** Gemini CLI stores the tokens of a model call in its message, and writes a changed message again. */
export const readGeminiUsage: ReadStoredUsage = async (session) => {
  const home = storeFolder(
    { environment: { ...session.environment, HOME: homeOf(session.environment) } },
    { inHome: '.gemini' },
  )
  const end = `-${session.sessionId.slice(0, 8)}.jsonl`
  const path = await findStoredFile(
    join(home, 'tmp'),
    (name) => name.startsWith('session-') && name.endsWith(end),
  )
  if (path === undefined) return undefined
  const messages = new Map<string, TokenUsage>()
  await readStoredLines(path, '"tokens"', (line) => {
    const id = textOf(line.id)
    if (id !== undefined && line.tokens !== undefined) messages.set(id, tokensOf(fieldsOf(line.tokens)))
  })
  const [first, ...others] = messages.values()
  return first === undefined ? {} : { tokens: others.reduce(sumTokens, first) }
}

function homeOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment['GEMINI_CLI_HOME'] || environment['HOME']
}

/** Gemini includes cached tokens in the input and counts thoughts separately from the output. */
function tokensOf(tokens: Fields): TokenUsage {
  const [sent, said] = [countOf(tokens.input) ?? 0, countOf(tokens.output) ?? 0]
  const [cacheRead, thinking] = [countOf(tokens.cached), countOf(tokens.thoughts)]
  return present<TokenUsage>({
    total: countOf(tokens.total),
    input: Math.max(0, sent - (cacheRead ?? 0)),
    output: said + (thinking ?? 0),
    thinking,
    cacheRead,
  })
}
