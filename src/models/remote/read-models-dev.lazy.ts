import type { readModelsDev } from './read-models-dev.ts'

/** Loads the reader, and with it the schema library, when a refresh needs them. */
export async function loadReader(): Promise<typeof readModelsDev> {
  return (await import('./read-models-dev.ts')).readModelsDev
}
