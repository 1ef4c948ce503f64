import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache.ts'

export interface ThinkingResult {
  agent: string
  model: string
  level: string
  transport: string
  /** `pass`, `fail`, or `not run:` and why. */
  result: string
  /** The results of the cases that were run. */
  seen?: unknown
}

const head = ['agent', 'model', 'level', 'transport', 'result', 'what was seen']

/** Writes the results beside the agents and returns the table of them. */
export function reportThinking(results: readonly ThinkingResult[]): string {
  const folder = join(cacheFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'thinking.json'), `${JSON.stringify(results, undefined, 2)}\n`)
  const rows = results.map(({ agent, model, level, transport, result, seen }) => [
    agent,
    model,
    level,
    transport,
    result,
    JSON.stringify(seen) ?? '',
  ])
  // The last two columns are not padded, because a reason is long.
  const widths = head
    .slice(0, -2)
    .map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 6))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
