import type { CreateHeadlessReader } from '../headless-events.ts'
import type { CreateLiveDialog } from '../live-dialog.ts'
import type { ReadStoredUsage } from '../stored-usage.ts'

/** Loads the reader of Pi's headless output. */
export async function piHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createPiReader } = await import('./events.ts')
  return createPiReader
}

/** Loads what speaks with Pi while it stays open. */
export async function piLiveDialog(): Promise<CreateLiveDialog> {
  const { createPiDialog } = await import('./dialog.ts')
  return createPiDialog
}

/** Loads what reads the usage of a session from Pi's files. */
export async function piStoredUsage(): Promise<ReadStoredUsage> {
  const { readPiUsage } = await import('./stored-usage.ts')
  return readPiUsage
}
