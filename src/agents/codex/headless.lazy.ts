import type { CreateHeadlessReader } from '../headless-events.ts'
import type { CreateLiveDialog } from '../live-dialog.ts'
import type { ReadStoredUsage } from '../stored-usage.ts'

/** Loads the reader of Codex's headless output. */
export async function codexHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createCodexReader } = await import('./events.ts')
  return createCodexReader
}

/** Loads what speaks with Codex while it stays open. */
export async function codexLiveDialog(): Promise<CreateLiveDialog> {
  const { createCodexDialog } = await import('./dialog.ts')
  return createCodexDialog
}

/** Loads what reads the usage of a session from Codex's files. */
export async function codexStoredUsage(): Promise<ReadStoredUsage> {
  const { readCodexUsage } = await import('./stored-usage.ts')
  return readCodexUsage
}
