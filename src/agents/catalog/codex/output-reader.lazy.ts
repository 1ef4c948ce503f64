import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { CreateDialog } from '../../command-line/dialog.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Codex's headless output. */
export async function codexOutputReader(): Promise<CreateOutputReader> {
  const { createCodexReader } = await import('./events.ts')
  return createCodexReader
}

/** Loads what speaks with Codex while it stays open. */
export async function codexDialog(): Promise<CreateDialog> {
  const { createCodexDialog } = await import('./dialog.ts')
  return createCodexDialog
}

/** Loads what reads the usage of a session from Codex's files. */
export async function codexStoredUsage(): Promise<ReadStoredUsage> {
  const { readCodexUsage } = await import('./stored-usage.ts')
  return readCodexUsage
}
