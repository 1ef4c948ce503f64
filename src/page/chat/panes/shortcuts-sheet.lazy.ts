import type * as ShortcutsSheetModule from './shortcuts-sheet.tsx'

/** Loads the list of shortcuts, when it is opened. */
export async function loadShortcutsSheet(): Promise<typeof ShortcutsSheetModule> {
  return await import('./shortcuts-sheet.tsx')
}
