import { CapstanError } from '../src/core/capstan-error.ts'

/**
 * The limit of a row: a multiple of the baseline, or an amount in the unit of the table. `leastRatio` is for rates: at least this
 * share of the baseline's.
 * Use `minRatio` for wall-clock time, because the minimum excludes the load of the machine. Use `medianMost` for memory
 * per item, because V8 discards and recompiles code, which affects single samples.
 */
export type Budget =
  | { ratio: number }
  | { minRatio: number }
  | { most: number }
  | { medianMost: number }
  | { leastRatio: number }

/** One measured case. The first case of a table is the baseline. */
export interface Case {
  name: string
  /** Does the work once and returns its cost. */
  sample: () => number | Promise<number>
  budget?: Budget
}

export interface Row {
  name: string
  median: number
  min: number
  max: number
  /** The median of the ratios to the baseline of the same round. */
  medianRatio: number
  /** The minimum, divided by the minimum of the baseline. */
  minRatio: number
  budget?: Budget
  exceeded: boolean
}

export interface Table {
  title: string
  unit: 'CPU ms' | 'ms' | 'µs' | 'calls/s' | 'heap MB' | 'heap KB' | 'KB'
  rows: Row[]
}

/**
 * Measures every case once per round, so that other load on the machine affects all cases.
 * Reverses the order in every other round, so that no case always follows the same one.
 */
export async function measure(cases: readonly Case[], rounds: number): Promise<Row[]> {
  const samples = cases.map((): number[] => [])
  for (const each of cases) await each.sample()
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...cases.keys()] : [...cases.keys()].toReversed()
    for (const index of order) samples[index]?.push((await cases[index]?.sample()) ?? Number.NaN)
  }
  return rowsOf(cases.map(({ name, budget }, index) => ({ name, budget, samples: samples[index] ?? [] })))
}

/** The samples of one case. */
export interface Measured {
  readonly name: string
  readonly samples: readonly number[]
  readonly budget?: Budget | undefined
}

/** Compares the samples with the baseline, which is the first case. */
export function rowsOf(measured: readonly Measured[]): Row[] {
  const baseline = measured[0]?.samples ?? []
  return measured.map((each) => rowOf(each, baseline))
}

function rowOf({ name, budget, samples }: Measured, baseline: readonly number[]): Row {
  const figures = {
    median: median(samples),
    min: Math.min(...samples),
    max: Math.max(...samples),
    medianRatio: median(samples.map((sample, round) => sample / (baseline[round] ?? Number.NaN))),
    minRatio: Math.min(...samples) / Math.min(...baseline),
  }
  if (budget === undefined) return { name, ...figures, exceeded: false }
  return { name, ...figures, budget, exceeded: isOver(figures, budget) }
}

function isOver(figures: Pick<Row, 'max' | 'median' | 'medianRatio' | 'minRatio'>, budget: Budget): boolean {
  if ('most' in budget) return figures.max > budget.most
  if ('medianMost' in budget) return figures.median > budget.medianMost
  if ('leastRatio' in budget) return 1 / figures.medianRatio < budget.leastRatio
  if ('minRatio' in budget) return figures.minRatio > budget.minRatio
  return figures.medianRatio > budget.ratio
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** User and system time of this process for some work, in milliseconds, without earlier garbage. */
export async function cpuOf(work: () => unknown): Promise<number> {
  collectGarbage()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Measures how far the live heap rises above its size at the beginning. */
export class HeapWatch {
  readonly #base = liveHeap()
  #highest = 0

  private constructor() {}

  /** Waits first: Capstan watches an ended process for some seconds, which keeps memory of the previous sample. */
  static async begin({ afterMs = 0 } = {}): Promise<HeapWatch> {
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    return new HeapWatch()
  }

  /** Takes a measurement; `besides` is a number of bytes to subtract. */
  look(besides = 0): void {
    this.#highest = Math.max(this.#highest, liveHeap() - this.#base - besides)
  }

  get megabytes(): number {
    return this.#highest / 1e6
  }
}

/** The bytes in use, without garbage. */
export function liveHeap(): number {
  collectGarbage()
  // V8 frees the garbage of the first collection lazily; the second one waits for that.
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) {
    throw new CapstanError('BENCH_NEEDS_GC', 'The benchmark needs control of the garbage collector', {
      hint: 'Use `npm run bench -- <name>`, or start node with --expose-gc.',
    })
  }
  globalThis.gc()
}
