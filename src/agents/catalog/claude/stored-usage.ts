import { join } from 'node:path'
import type { Cost } from '../../../events/usage.ts'
import { amountOf, present } from '../../command-line/read-values.ts'
import {
  findStoredFile,
  type ReadStoredUsage,
  readStoredLines,
  storeFolder,
} from '../../command-line/stored-usage.ts'

/** Claude Code writes the cost of a session into its transcript. Without an entry, the cost is 0 so far. */
export const readClaudeUsage: ReadStoredUsage = async (session) => {
  const home = storeFolder(session, { variable: 'CLAUDE_CONFIG_DIR', inHome: '.claude' })
  const path = await findStoredFile(join(home, 'projects'), (name) => name === `${session.sessionId}.jsonl`)
  if (path === undefined) return undefined
  let cost: Cost | undefined
  await readStoredLines(path, '"cost-state"', (line) => {
    const amount = line.type === 'cost-state' ? amountOf(line.totalCostUSD) : undefined
    if (amount !== undefined) cost = { amount, currency: 'USD' }
  })
  return present({ cost })
}
