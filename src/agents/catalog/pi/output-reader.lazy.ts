import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { CreateDialog } from '../../command-line/dialog.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Pi's command-line output. */
export async function piOutputReader(): Promise<CreateOutputReader> {
  const { createPiReader } = await import('./events.ts')
  return createPiReader
}

/** Loads the dialog with a long-running Pi process. */
export async function piDialog(): Promise<CreateDialog> {
  const { createPiDialog } = await import('./dialog.ts')
  return createPiDialog
}

/** Loads the reader of session usage in Pi's files. */
export async function piStoredUsage(): Promise<ReadStoredUsage> {
  const { readPiUsage } = await import('./stored-usage.ts')
  return readPiUsage
}
