import { cpus, loadavg } from 'node:os'
import type { Budget, Row, Table } from './measure.ts'

/** The machine and its load during the measurement. */
interface Environment {
  node: string
  cpu: string
  cores: number
  /** Load averages of one minute. */
  loadBefore: number
  loadAfter: number
}

export interface Report {
  bench: string
  rounds: number
  environment: Environment
  tables: Table[]
  /** One sentence for each budget that was exceeded. */
  exceeded: string[]
}

/** Runs the measurement and adds the data of the machine. */
export async function takeReport(
  bench: string,
  rounds: number,
  run: (rounds: number) => Promise<Table[]>,
): Promise<Report> {
  const loadBefore = loadavg()[0] ?? Number.NaN
  const tables = await run(rounds)
  const loadAfter = loadavg()[0] ?? Number.NaN
  const processors = cpus()
  const cpu = processors[0]?.model.trim() ?? 'unknown'
  const environment = { node: process.version, cpu, cores: processors.length, loadBefore, loadAfter }
  return { bench, rounds, environment, tables, exceeded: tables.flatMap(exceededIn) }
}

function exceededIn(table: Table): string[] {
  return table.rows
    .filter((row) => row.exceeded)
    .map(
      (row) =>
        `${table.title}: ${row.name} is at ${comparedValue(row, table.unit)}, its budget is ${limit(row.budget)}.`,
    )
}

/** The report as text. */
export function formatReport(report: Report): string {
  const { node, cpu, cores, loadBefore, loadAfter } = report.environment
  const lines = [
    `${report.bench}: ${report.rounds} interleaved rounds`,
    `Node ${node}, ${cores} × ${cpu}, load ${loadBefore.toFixed(2)} before, ${loadAfter.toFixed(2)} after`,
    ...(report.rounds < 11 ? ['Fewer than 11 rounds: the figures are rough.'] : []),
    ...report.tables.flatMap(formatTable),
    '',
    ...(report.exceeded.length === 0 ? ['All budgets met.'] : report.exceeded),
  ]
  return `${lines.join('\n')}\n`
}

function formatTable({ title, unit, rows }: Table): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const head = `${unit.padEnd(width)}${columns(['median', 'min', 'max', '× median', '× min', 'budget'])}`
  return ['', title, head, ...rows.map((row) => row.name.padEnd(width) + columns(figuresOf(row)))]
}

function figuresOf(row: Row): string[] {
  const { median, min, max, medianRatio, minRatio } = row
  const figures = [median, min, max, medianRatio, minRatio].map((figure) => figure.toFixed(2))
  return [...figures, limit(row.budget) + (row.exceeded ? ' !' : '')]
}

function columns(cells: string[]): string {
  return cells.map((cell) => cell.padStart(13)).join('')
}

function comparedValue(
  { budget = { ratio: 0 }, max, median, medianRatio, minRatio }: Row,
  unit: string,
): string {
  if ('most' in budget) return `${max.toFixed(2)} ${unit}`
  if ('medianMost' in budget) return `${median.toFixed(2)} ${unit}`
  return `${('minRatio' in budget ? minRatio : medianRatio).toFixed(2)}×`
}

function limit(budget: Budget | undefined): string {
  if (budget === undefined) return '–'
  if ('most' in budget) return `≤ ${budget.most}`
  if ('medianMost' in budget) return `median ≤ ${budget.medianMost}`
  if ('leastRatio' in budget) return `≥ ${budget.leastRatio}×`
  return 'ratio' in budget ? `≤ ${budget.ratio}×` : `min ≤ ${budget.minRatio}×`
}
