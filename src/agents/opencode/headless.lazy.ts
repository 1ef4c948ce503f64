import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of OpenCode's headless output. */
export async function opencodeHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createOpencodeReader } = await import('./events.ts')
  return createOpencodeReader
}
