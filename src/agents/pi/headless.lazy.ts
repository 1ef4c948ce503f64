import type { CreateHeadlessReader } from '../headless-events.ts'
import type { CreateLiveDialog } from '../live-dialog.ts'

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
