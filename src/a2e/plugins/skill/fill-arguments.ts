/** `{{name}}` or `$ARGUMENTS`. Replaced in one pass, so that inserted values are not searched again. */
const place = /\{\{\s*([\w.-]+)\s*\}\}|\$ARGUMENTS\b/g

/**
 * Inserts arguments into the text of a skill: `{{name}}` is one argument, `$ARGUMENTS` is all of them. Arguments without a
 * placeholder are appended.
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
