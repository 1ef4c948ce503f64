/** `{{name}}` or `$ARGUMENTS`. Both in one pass, so that nothing is looked for in what was put in. */
const place = /\{\{\s*([\w.-]+)\s*\}\}|\$ARGUMENTS\b/g

/**
 * The text of a skill with its arguments in place: `{{name}}` is one of them, `$ARGUMENTS` all of them. Arguments that
 * the text has no place for follow it, so that none is lost.
 */
export function fillArguments(text: string, input: Readonly<Record<string, unknown>>): string {
  const used = new Set<string>()
  const filled = text.replaceAll(place, (found: string, name: string | undefined) => {
    if (name === undefined) {
      for (const each of Object.keys(input)) used.add(each)
      return showAll(Object.entries(input))
    }
    if (!Object.hasOwn(input, name)) return found
    used.add(name)
    return show(input[name])
  })
  const rest = Object.entries(input).filter(([name]) => !used.has(name))
  return rest.length === 0 ? filled : `${filled}\n\nArguments:\n${showAll(rest)}`
}

function showAll(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name, value]) => `${name}: ${show(value)}`).join('\n')
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
