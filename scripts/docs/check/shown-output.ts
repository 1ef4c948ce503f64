/** Parts of an output that differ in every run. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\b(msg|del|ses|evt|act|inv)_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_ID'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'UUID'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME'],
  [/\b\d+(?:\.\d+)? (?:ms|s|min)\b/g, 'DURATION'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/\/\S*\/work(?=[/\s'"]|$)/gm, 'WORK'],
]

/** Whether an output is the shown one, where a line or a word `…` stands for anything. */
export function matchesShown(output: string, shown: string): boolean {
  const [actual, expected] = [output, shown].map(settled) as [string, string]
  const pattern = expected
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`))
    .join('')
  return new RegExp(`^${pattern}$`).test(`${actual}\n`)
}

/** Without the parts that change, trailing spaces and blank lines at the ends. */
function settled(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return changing.reduce(
    (changed, [pattern, name]) => changed.replaceAll(pattern, name),
    lines.join('\n').replace(/^\n+|\n+$/g, ''),
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
