import { readFile } from 'node:fs/promises'
import { type CheckOutcome, inconclusive, refuted } from '../outcome.ts'
import { callsTool, resultOf, type Turn } from '../turn.ts'

/** Returns the content of a file; undefined when the file does not exist. */
export async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** The outcome when the agent left no effect. */
export function noEffect(turn: Turn, { isSure, what }: { isSure: boolean; what: string }): CheckOutcome {
  const { stopReason } = resultOf(turn)
  if (callsTool(turn.events)) return refuted(`${what}, although a tool was called`)
  return isSure
    ? refuted(`${what}: no tool was called, and the turn ended with ${stopReason}`)
    : inconclusive(`${what}: the prompt triggered no tool call`)
}
