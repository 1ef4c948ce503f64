import type * as ChangesSheetModule from './changes-sheet.tsx'

/** Loads the view of all changes, when it is opened. */
export async function loadChangesSheet(): Promise<typeof ChangesSheetModule> {
  return await import('./changes-sheet.tsx')
}
