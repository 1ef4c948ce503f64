import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of omp's headless output. */
export async function ompHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createOmpReader } = await import('./events.ts')
  return createOmpReader
}
