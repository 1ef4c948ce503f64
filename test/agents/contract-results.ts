import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNames } from '../../src/testing/contract/check-name.ts'
import { cacheFolder } from './cache.ts'
import type { HeldAgent } from './hold-to-contract.ts'

/** Writes the reports beside the agents and returns a table of agent and check. */
export function reportContracts(held: Readonly<Record<string, HeldAgent>>): string {
  const folder = join(cacheFolder, 'results')
  mkdirSync(folder, { recursive: true })
  const reports = Object.entries(held).map(([agent, outcome]) =>
    'report' in outcome ? { ...outcome.report, agentVersion: outcome.version } : { agent, ...outcome },
  )
  writeFileSync(join(folder, 'contract.json'), `${JSON.stringify(reports, undefined, 2)}\n`)
  const agents = Object.keys(held)
  const width = Math.max(...checkNames.map(({ length }) => length))
  const rows = checkNames.map((name) => [name, ...agents.map((agent) => cellOf(held[agent], name))])
  const seconds = ['seconds', ...agents.map((agent) => secondsOf(held[agent]))]
  return [['', ...agents], ...rows, seconds]
    .map(([first = '', ...cells]) =>
      [first.padEnd(width), ...cells.map((cell) => cell.padEnd(9))].join(' ').trimEnd(),
    )
    .join('\n')
}

function cellOf(held: HeldAgent | undefined, name: string): string {
  if (held === undefined || 'notRun' in held) return 'not run'
  if ('broken' in held) return 'broken'
  return held.report.checks.find((check) => check.name === name)?.result ?? 'not run'
}

function secondsOf(held: HeldAgent | undefined): string {
  return held !== undefined && 'report' in held ? (held.report.durationMs / 1000).toFixed(0) : '0'
}
