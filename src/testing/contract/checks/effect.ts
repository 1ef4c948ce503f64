import { readFile } from 'node:fs/promises'
import { type CheckOutcome, failed, skipped } from '../outcome.ts'
import { callsTool, resultOf, type Turn } from '../turn.ts'

/** What is on disk; undefined when there is no such file. */
export async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** What to say when nothing was done. */
export function noEffect(turn: Turn, { isSure, what }: { isSure: boolean; what: string }): CheckOutcome {
  const { stopReason } = resultOf(turn)
  if (callsTool(turn.events)) return failed(`${what}, although a tool was called`)
  return isSure
    ? failed(`${what}: no tool was called, and the turn ended by ${stopReason}`)
    : skipped(`${what}: the prompt made it call no tool`)
}
