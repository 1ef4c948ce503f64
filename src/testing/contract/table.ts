import type { ContractReport } from './report.ts'

/** Formats a report as text, one line per check. */
export function contractTable({ agent, version, protocolVersion, counts, checks }: ContractReport): string {
  const about = [
    [agent, version].filter(Boolean).join(' '),
    ...(protocolVersion === undefined ? [] : [`ACP ${protocolVersion}`]),
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    `${counts.skipped} skipped`,
  ]
  const width = Math.max(...checks.map(({ name }) => name.length), 0)
  const lines = checks.map(
    ({ name, result, reason }) =>
      `${name.padEnd(width)}  ${result.padEnd(7)}  ${reason.replaceAll(/\s+/g, ' ')}`,
  )
  return [about.join(', '), ...lines].join('\n')
}
