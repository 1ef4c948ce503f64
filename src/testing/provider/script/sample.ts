type Schema = Readonly<Record<string, unknown>>

const sampleText = 'sample'
/** From this depth on, a sample has only required fields: schemas can be recursive. */
const deep = 4
const deepest = 16

/** A value that matches a JSON Schema in the dialects of the APIs: upper-case types, lists of types, references. */
export function sampleOf(schema: unknown): unknown {
  return sampleAt(schema, { root: schema, depth: 0 })
}

/** Whether a schema allows null. */
export function isNullable(schema: unknown): boolean {
  const { type, nullable, anyOf, oneOf, enum: words } = asSchema(schema)
  if (nullable === true || kindOf(type) === 'null') return true
  if (Array.isArray(type) && type.includes('null')) return true
  if (Array.isArray(words) && words.includes(null)) return true
  return [anyOf, oneOf].some((choices) => Array.isArray(choices) && choices.some(isNullable))
}

function sampleAt(given: unknown, { root, depth }: { root: unknown; depth: number }): unknown {
  const schema = resolved(given, root)
  const deeper = (inner: unknown): unknown => sampleAt(inner, { root, depth: depth + 1 })
  if ('const' in schema) return schema['const']
  const { enum: words, anyOf, oneOf, allOf, type, properties, items, required } = schema
  if (Array.isArray(words)) return words[0]
  if (depth > deepest || (depth > deep && isNullable(schema))) return null
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return deeper(choices[0])
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(deeper)) as unknown
  switch (kindOf(type)) {
    case 'string':
      return sampleString(schema)
    case 'number':
    case 'integer':
      return sampleNumber(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: itemCount(schema, depth) }, () => deeper(items))
    default:
      return Object.fromEntries(
        Object.entries(asSchema(properties))
          .filter(([name]) => depth <= deep || (Array.isArray(required) && required.includes(name)))
          .map(([name, property]) => [name, deeper(property)]),
      )
  }
}

function itemCount({ items, minItems }: Schema, depth: number): number {
  const usual = items === undefined || depth > deep ? 0 : 1
  return typeof minItems === 'number' ? Math.max(minItems, usual) : usual
}

function sampleNumber({ minimum, maximum }: Schema): number {
  const least = typeof minimum === 'number' ? Math.max(minimum, 1) : 1
  return typeof maximum === 'number' ? Math.min(least, maximum) : least
}

function sampleString({ minLength, maxLength }: Schema): string {
  const text = typeof minLength === 'number' ? sampleText.padEnd(minLength, '.') : sampleText
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
}

function kindOf(type: unknown): string {
  const first: unknown = Array.isArray(type) ? type.find((kind) => kind !== 'null') : type
  return typeof first === 'string' ? first.toLowerCase() : ''
}

function resolved(schema: unknown, root: unknown): Schema {
  const { $ref } = asSchema(schema)
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return asSchema(schema)
  return $ref
    .slice(2)
    .split('/')
    .reduce<Schema>(
      (place, name) => asSchema(place[name.replaceAll('~1', '/').replaceAll('~0', '~')]),
      asSchema(root),
    )
}

function asSchema(data: unknown): Schema {
  return typeof data === 'object' && data !== null ? (data as Schema) : {}
}
