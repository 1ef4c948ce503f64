import { ProgramCache } from './program-cache.ts'

/** Remembers what programs said their version is. */
export type VersionCache = ProgramCache<string>

/** A memory in a file of its own. */
export function createVersionCache(file: string): VersionCache {
  return new ProgramCache(file, (value) => typeof value === 'string')
}
