import type { readModelsDev } from './read-models-dev.ts'

/** Loads the reader and the schema library for a refresh. */
export async function loadReader(): Promise<typeof readModelsDev> {
  return (await import('./read-models-dev.ts')).readModelsDev
}
