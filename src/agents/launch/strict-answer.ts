import { isRecord } from '../../core/is-record.ts'
import { resolveReference } from '../../core/json-schema/json-reference.ts'

/**
 * Removes the nulls that a strict schema requires for absent properties: drops a null property that the original
 * schema neither requires nor allows to be null.
 */
export function withoutFillers(schema: unknown, value: unknown): unknown {
  return isRecord(schema) ? cleaned([schema], value, schema) : value
}

function cleaned(schemas: readonly unknown[], value: unknown, root: Record<string, unknown>): unknown {
  const possible = schemas.flatMap((schema) => alternatives(schema, root))
  if (Array.isArray(value)) {
    const items = possible
      .flatMap(({ items: one, prefixItems }) => [one, prefixItems].flat())
      .filter(isRecord)
    return value.map((item) => cleaned(items, item, root))
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const declaring = possible.filter(
      ({ properties }) => isRecord(properties) && Object.hasOwn(properties, name),
    )
    const members = declaring.map(({ properties }) => (properties as Record<string, unknown>)[name])
    const isFiller =
      member === null &&
      declaring.length > 0 &&
      declaring.every(({ required }) => !Array.isArray(required) || !required.includes(name)) &&
      !members.some((one) => alternatives(one, root).some(allowsNull))
    return isFiller ? [] : [[name, cleaned(members, member, root)] as const]
  })
  return Object.fromEntries(entries)
}

/** The schemas that a value may match, with references and unions resolved. */
function alternatives(
  schema: unknown,
  root: Record<string, unknown>,
  seen: readonly unknown[] = [],
): Record<string, unknown>[] {
  if (!isRecord(schema) || seen.includes(schema)) return []
  const { $ref, anyOf, oneOf, allOf } = schema
  const others = [...($ref === undefined ? [] : [resolveReference(root, $ref)]), anyOf, oneOf, allOf].flat()
  return [schema, ...others.flatMap((one) => alternatives(one, root, [...seen, schema]))]
}

function allowsNull(schema: Record<string, unknown>): boolean {
  const { type, enum: values, $ref, anyOf, oneOf, allOf } = schema
  if (type !== undefined) return [type].flat().includes('null')
  if (Array.isArray(values)) return values.includes(null)
  if ('const' in schema) return schema['const'] === null
  return [$ref, anyOf, oneOf, allOf].every((keyword) => keyword === undefined)
}
