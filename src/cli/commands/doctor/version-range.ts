import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

/** Whether a version is in a range of npm. A pre-release counts by its order; an unreadable range excludes nothing. */
export function isInRange(version: string, range: string): boolean {
  return validRange(range) === null || satisfies(version, range, { includePrerelease: true })
}
