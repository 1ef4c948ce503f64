import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attempt } from './attempt.ts'
import { cacheFolder } from './cache.ts'

export interface ThinkingResult {
  agent: string
  version: string
  model: string
  level: string
  seconds: number
  /** `pass`, `fail`, or `not run:` and why. */
  result: string
  seen?: Attempt
}

const head = ['agent', 'version', 'model', 'level', 'seconds', 'result', 'what arrived']

/** Writes the results beside the agents and returns the table of them. */
export function report(results: readonly ThinkingResult[]): string {
  const folder = join(cacheFolder, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'thinking.json'), `${JSON.stringify(results, undefined, 2)}\n`)
  const rows = results.map(({ agent, version, model, level, seconds, result, seen }) => [
    agent,
    version,
    model,
    level,
    seconds.toFixed(1),
    result,
    arrivedText(result, seen),
  ])
  // The last two stand at the end of the line as they are: a reason is long.
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

function arrivedText(result: string, seen: Attempt | undefined): string {
  if (seen === undefined) return ''
  if (seen === 'refused') return 'refused before anything started'
  if (result !== 'pass') return JSON.stringify(seen)
  return seen.arrived.map(({ thinking }) => String(thinking)).join(', ')
}
