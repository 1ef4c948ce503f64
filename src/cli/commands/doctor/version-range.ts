/** Whether a version is in a range such as `>=24.16 <25 || >=26.1`, the only kind that `engines` of agents use. */
export function isInRange(version: string, range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((bound) => isWithin(version, bound)),
  )
}

function isWithin(version: string, bound: string): boolean {
  const [, operator = '', limit = ''] = /^(>=|<=|>|<|=|)v?(\d[\d.]*)$/.exec(bound) ?? []
  // A bound of another kind is not known to be broken.
  if (limit === '') return true
  const order = compareVersions(version, limit)
  if (operator === '>=') return order >= 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  if (operator === '<') return order < 0
  return order === 0
}

function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => text.replace(/^v/, '').split('.').map(Number.parseFloat))
  for (let place = 0; place < 3; place++) {
    const difference = (first?.[place] ?? 0) - (second?.[place] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
