/** Letters and digits that look like a Latin letter, after NFKC and lowercase, by what they look like. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ1ǀ',
  n: 'пηո',
  o: 'оοօ0',
  p: 'рρ',
  q: 'ԛզ',
  r: 'г',
  s: 'ѕ',
  t: 'т',
  u: 'υս',
  v: 'νѵ',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγ',
}

const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    Array.from(others, (other): [string, string] => [other, letter]),
  ),
)

/** Equal for handles that a reader can take for each other. */
export function skeletonOf(handle: string): string {
  return Array.from(normalHandle(handle), (letter) => latin.get(letter) ?? letter).join('')
}

/** Handles are case-insensitive, and their forms of compatibility count as the same. */
export function normalHandle(handle: string): string {
  return handle.normalize('NFKC').toLowerCase()
}
