import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { historyChecks, notTriedClasses } from './history-check.ts'
import { type HistoryLine, keyOf } from './history-line.ts'

const outcomes: ReadonlySet<unknown> = new Set(['yes', 'no', 'not-applicable', 'could-not-try'])

/**
 * Reads a data file: one JSON object per line, each key once.
 * @throws CapstanError `HISTORY_MALFORMED` with the number of the line.
 */
export function parseHistory(text: string): HistoryLine[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw malformed(lines.length + 1, 'the last line is incomplete')
  const keys = new Set<string>()
  return lines.map((line, index) => {
    const read = readLine(line, index + 1)
    const key = keyOf(read)
    if (keys.has(key)) throw malformed(index + 1, `the key ${key} was recorded before`)
    keys.add(key)
    return read
  })
}

function readLine(line: string, number: number): HistoryLine {
  let data: unknown
  try {
    data = JSON.parse(line)
  } catch {
    throw malformed(number, 'it is not JSON')
  }
  const problem = problemOf(data)
  if (problem !== undefined) throw malformed(number, problem)
  return data as HistoryLine
}

function problemOf(data: unknown): string | undefined {
  if (!isRecord(data)) return 'it is not an object'
  const { series, program, bridge, protocol, transport, run, checks, claims } = data
  if (series !== 'program' && series !== 'bridge') return 'series is neither program nor bridge'
  if (typeof program !== 'string') return 'program is not a text'
  if (series === 'bridge' && typeof bridge !== 'string') return 'bridge is not a text'
  if (transport !== 'acp') return 'transport is not acp'
  if (!Number.isInteger(run) || Number(run) < 1) return 'run is not a number from 1'
  if (protocol !== undefined && protocol !== 1 && protocol !== 2) return 'protocol is neither 1 nor 2'
  if (checks === undefined) return problemOfReason(data)
  if (!isRecord(checks)) return 'checks is not an object'
  if (protocol === undefined) return 'protocol is missing'
  if (!Array.isArray(claims) || claims.some((claim) => typeof claim !== 'string'))
    return 'claims is not a list'
  const wrong = Object.entries(checks).find(([name, cell]) => !(name in historyChecks) || !isCell(cell))
  return wrong === undefined ? undefined : `${wrong[0]} is not a check with an outcome`
}

function problemOfReason({ class: found, reason }: Record<string, unknown>): string | undefined {
  if (typeof found !== 'string' || !(found in notTriedClasses))
    return 'it has neither checks nor a known class'
  return typeof reason === 'string' ? undefined : 'reason is not a text'
}

function isCell(cell: unknown): boolean {
  if (!Array.isArray(cell)) return outcomes.has(cell)
  return cell.length === 2 && outcomes.has(cell[0]) && typeof cell[1] === 'string'
}

function malformed(number: number, why: string): CapstanError {
  return new CapstanError('HISTORY_MALFORMED', `Line ${number} of the history cannot be read: ${why}`, {
    hint: 'Reinstall the package.',
  })
}
