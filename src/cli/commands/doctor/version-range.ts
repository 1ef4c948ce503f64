import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

/** Whether a version is in an npm range. Pre-releases are compared by order; an invalid range includes every version. */
export function isInRange(version: string, range: string): boolean {
  return validRange(range) === null || satisfies(version, range, { includePrerelease: true })
}
