import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of Pi's headless output. */
export async function piHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createPiReader } = await import('./events.ts')
  return createPiReader
}
