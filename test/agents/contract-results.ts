import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckName, checkNames } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from './agent-surroundings.ts'
import { cacheFolder } from './cache.ts'
import { expectations } from './expectations.ts'
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
  const rows = checkNames.map((name) => [name, ...agents.map((agent) => cellOf(held[agent], agent, name))])
  const seconds = ['seconds', ...agents.map((agent) => secondsOf(held[agent]))]
  return [['', ...agents], ...rows, seconds]
    .map(([first = '', ...cells]) =>
      [first.padEnd(width), ...cells.map((cell) => cell.padEnd(9))].join(' ').trimEnd(),
    )
    .join('\n')
}

/** A known failure of the agent itself is a defect. */
function cellOf(held: HeldAgent | undefined, agent: string, name: CheckName): string {
  if (held === undefined || 'notRun' in held) return 'not run'
  if ('broken' in held) return 'broken'
  const { result = 'not run' } = held.report.checks.find((check) => check.name === name) ?? {}
  const expected = expectations[agent as TestedAgent][name] ?? {}
  return result === 'failed' && 'failed' in expected ? 'defect' : result
}

function secondsOf(held: HeldAgent | undefined): string {
  return held !== undefined && 'report' in held ? (held.report.durationMs / 1000).toFixed(0) : '0'
}
