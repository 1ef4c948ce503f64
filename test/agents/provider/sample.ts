/** The text that answers a request: what the model says, or a value of the schema the request asks for. */
export function answerText(schema: unknown, spoken: string): string {
  return schema === undefined ? spoken : JSON.stringify(sampleOf(schema))
}

/** A value that fits a JSON schema, as far as side requests for titles and routes need it. */
function sampleOf(schema: unknown): unknown {
  const { type, enum: words, properties = {}, items, anyOf } = (schema ?? {}) as Record<string, unknown>
  if (Array.isArray(words)) return words[0]
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0])
  const kind = String(Array.isArray(type) ? type[0] : type).toLowerCase()
  if (kind === 'string') return 'sample'
  if (kind === 'number' || kind === 'integer') return 1
  if (kind === 'boolean') return true
  if (kind === 'array') return items === undefined ? [] : [sampleOf(items)]
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, property]) => [name, sampleOf(property)]),
  )
}
