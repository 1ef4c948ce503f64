/** Replaces every placeholder of a template; a string that is only a placeholder becomes the value itself. */
export function fillTemplate(template: unknown, values: Readonly<Record<string, string | number>>): unknown {
  if (typeof template === 'string') return fillText(template, values)
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, fillTemplate(item, values)]))
}

function fillText(text: string, values: Readonly<Record<string, string | number>>): string | number {
  const place = Object.keys(values).find((name) => text === `{${name}}`)
  if (place !== undefined) return values[place] ?? text
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)),
    text,
  )
}
