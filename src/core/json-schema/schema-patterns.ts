import type { JsonSchema } from './json-schema.ts'

/** A pattern in a schema. */
export interface SchemaPattern {
  readonly pattern: string
  /** Matches the names of properties below a keyword that only a library checks, such as `not`. */
  readonly isHidden: boolean
}

const known = new WeakMap<JsonSchema, readonly SchemaPattern[]>()
/** Keywords whose values are data, not schemas. */
const data = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords with schemas that `checkJsonSchema` visits. */
const visited = new Set(
  '$defs definitions properties patternProperties additionalProperties items anyOf oneOf allOf'.split(' '),
)

/** Every pattern in a schema. */
export function patternsIn(schema: JsonSchema): readonly SchemaPattern[] {
  let patterns = known.get(schema)
  if (patterns === undefined) {
    patterns = collect(schema)
    known.set(schema, patterns)
  }
  return patterns
}

function collect(root: JsonSchema): SchemaPattern[] {
  const found: SchemaPattern[] = []
  const seen = new Set<unknown>()
  const walk = (value: unknown, isHidden: boolean, areNames = false): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    for (const [key, inner] of Object.entries(value)) {
      const isKeyword = !areNames && !Array.isArray(value)
      if (isKeyword && data.has(key)) continue
      if (isKeyword && key === 'pattern' && typeof inner === 'string')
        found.push({ pattern: inner, isHidden: false })
      if (isKeyword && key === 'patternProperties' && typeof inner === 'object' && inner !== null)
        for (const pattern of Object.keys(inner)) found.push({ pattern, isHidden })
      const isBelow = isHidden || (isKeyword && !visited.has(key))
      walk(inner, isBelow, isKeyword && /^(?:properties|patternProperties|\$defs|definitions)$/.test(key))
    }
  }
  walk(root, false)
  return found
}
