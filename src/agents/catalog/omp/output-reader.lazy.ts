import type { CreateOutputReader } from '../../command-line/output-reader.ts'

/** Loads the reader of omp's command-line output. */
export async function ompOutputReader(): Promise<CreateOutputReader> {
  const { createOmpReader } = await import('./events.ts')
  return createOmpReader
}
