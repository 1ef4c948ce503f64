/** Whether an id matches one of the patterns; `*` stands for any characters. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matches(pattern.split('*'), text))
}

/** Whether a text consists of these parts in order, with anything between them. */
function matches([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return from <= text.length - last.length
}
