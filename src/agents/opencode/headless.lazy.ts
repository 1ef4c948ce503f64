import type { CreateHeadlessReader } from '../headless-events.ts'
import type { ReadStoredUsage } from '../stored-usage.ts'

/** Loads the reader of OpenCode's headless output. */
export async function opencodeHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createOpencodeReader } = await import('./events.ts')
  return createOpencodeReader
}

/** Loads what reads the usage of a session from OpenCode's files. */
export async function opencodeStoredUsage(): Promise<ReadStoredUsage> {
  const { readOpencodeUsage } = await import('./stored-usage.ts')
  return readOpencodeUsage
}
