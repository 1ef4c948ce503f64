import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of OpenCode's command-line output. */
export async function opencodeOutputReader(): Promise<CreateOutputReader> {
  const { createOpencodeReader } = await import('./events.ts')
  return createOpencodeReader
}

/** Loads the reader of session usage in OpenCode's files. */
export async function opencodeStoredUsage(): Promise<ReadStoredUsage> {
  const { readOpencodeUsage } = await import('./stored-usage.ts')
  return readOpencodeUsage
}
