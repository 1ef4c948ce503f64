import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { CreateDialog } from '../../command-line/dialog.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Codex's command-line output. */
export async function codexOutputReader(): Promise<CreateOutputReader> {
  const { createCodexReader } = await import('./events.ts')
  return createCodexReader
}

/** Loads the dialog with a long-running Codex process. */
export async function codexDialog(): Promise<CreateDialog> {
  const { createCodexDialog } = await import('./dialog.ts')
  return createCodexDialog
}

/** Loads the reader of session usage in Codex's files. */
export async function codexStoredUsage(): Promise<ReadStoredUsage> {
  const { readCodexUsage } = await import('./stored-usage.ts')
  return readCodexUsage
}
