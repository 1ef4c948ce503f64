import { checkNames } from '../../src/testing/contract/check-name.ts'
import type { VerifiedAgent } from './verify-installed.ts'

/** A table of agents and checks, with the seconds of each agent. */
export function verificationTable(verified: Readonly<Record<string, VerifiedAgent>>): string {
  const agents = Object.keys(verified)
  const width = Math.max(...checkNames.map(({ length }) => length))
  const rows = checkNames.map((name) => [name, ...agents.map((agent) => cellOf(verified[agent], name))])
  const seconds = ['seconds', ...agents.map((agent) => secondsOf(verified[agent]))]
  return [['', ...agents], ...rows, seconds]
    .map(([first = '', ...cells]) =>
      [first.padEnd(width), ...cells.map((cell) => cell.padEnd(14))].join(' ').trimEnd(),
    )
    .join('\n')
}

function cellOf(one: VerifiedAgent | undefined, name: string): string {
  if (one === undefined || 'notRun' in one) return 'not run'
  if ('broken' in one) return 'broken'
  return one.verification.checks.find((check) => check.name === name)?.result ?? 'not run'
}

function secondsOf(one: VerifiedAgent | undefined): string {
  return one !== undefined && 'verification' in one ? (one.verification.durationMs / 1000).toFixed(0) : '0'
}
