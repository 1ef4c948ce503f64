import { join } from 'node:path'
import { fieldsOf } from '../../command-line/read-values.ts'
import { UsageSum } from '../../command-line/usage-sum.ts'
import {
  findStoredFile,
  type ReadStoredUsage,
  readStoredLines,
  storeFolder,
} from '../../command-line/stored-usage.ts'
import { addUsage } from './usage.ts'

/** Pi stores the usage of a model call in its message. */
export const readPiUsage: ReadStoredUsage = async (session) => {
  const home = storeFolder(session, { variable: 'PI_CODING_AGENT_DIR', inHome: '.pi/agent' })
  const path = await findStoredFile(join(home, 'sessions'), (name) =>
    name.endsWith(`_${session.sessionId}.jsonl`),
  )
  if (path === undefined) return undefined
  const sum = new UsageSum({ isResumed: false })
  await readStoredLines(path, '"usage"', (line) => {
    addUsage(sum, fieldsOf(line.message).usage)
  })
  return sum.used
}
