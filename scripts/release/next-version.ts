type Parts = readonly [major: number, minor: number, patch: number]

const pattern = /^(\d+)\.(\d+)\.(\d+)$/

/** The version of a release: the next major, minor or patch version, or a named version that is not lower. */
export function nextVersion(current: string, requested: string): string {
  const [major, minor, patch] = partsOf(current)
  if (requested === 'major') return `${major + 1}.0.0`
  if (requested === 'minor') return `${major}.${minor + 1}.0`
  if (requested === 'patch') return `${major}.${minor}.${patch + 1}`
  if (isLower(partsOf(requested), [major, minor, patch]))
    throw new Error(`${requested} is lower than the current version ${current}`)
  return requested
}

function partsOf(version: string): Parts {
  const [, major, minor, patch] = pattern.exec(version) ?? []
  if (patch === undefined)
    throw new Error(`"${version}" is not a version. Use patch, minor, major or three numbers such as 1.2.3`)
  return [Number(major), Number(minor), Number(patch)]
}

function isLower(one: Parts, other: Parts): boolean {
  const index = one.findIndex((part, position) => part !== other[position])
  return index !== -1 && (one[index] ?? 0) < (other[index] ?? 0)
}
