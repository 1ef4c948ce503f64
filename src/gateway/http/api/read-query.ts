import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { didYouMean } from '../../../core/text/nearest-name.ts'
import { ValidationError } from '../../../core/validation-error.ts'

/** Parses query parameters; the schemas say which are numbers, flags or lists. @throws ValidationError */
export function readQuery(
  given: URLSearchParams,
  schemas: Readonly<Record<string, JsonSchema>> = {},
): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const name of new Set(given.keys())) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema === undefined) throw unknownName(name, Object.keys(schemas))
    query[name] = valueOf(given.getAll(name), schema)
  }
  requireFit({ type: 'object', properties: schemas }, query)
  return query
}

/** @throws ValidationError that names the first issue. */
export function requireFit(schema: JsonSchema, value: unknown): void {
  const { issues } = checkJsonSchema(schema, value)
  const [first] = issues
  if (first === undefined) return
  const place = first.path.join('.')
  throw new ValidationError(`${place === '' ? 'The body' : place} ${first.message}`, issues)
}

function valueOf(texts: readonly string[], schema: JsonSchema): unknown {
  const [first = ''] = texts
  switch (schema['type']) {
    case 'array':
      return texts.flatMap((text) => text.split(',')).filter((text) => text !== '')
    case 'integer':
      return /^-?\d{1,15}$/.test(first) ? Number(first) : first
    case 'boolean':
      return first === 'true' || first === '1' ? true : first === 'false' || first === '0' ? false : first
    default:
      return first
  }
}

function unknownName(name: string, known: readonly string[]): ValidationError {
  const message = 'is not a parameter of this route'
  return new ValidationError(`${name} ${message}`, [{ path: [name], message }], {
    hint: didYouMean(
      name,
      known,
      known.length === 0 ? 'Remove the parameter.' : `Use one of ${known.join(', ')}.`,
    ),
  })
}
