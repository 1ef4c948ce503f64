import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The words of JSON Schema that the files of the protocol use. */
interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  properties?: Readonly<Record<string, Schema | boolean>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  not?: Schema
}

/** A check of data against the published schema of a version of ACP, unstable parts included. */
export function createSchemaCheck(version: 'v1' | 'v2'): (definition: string, data: unknown) => string[] {
  const file = createRequire(import.meta.url).resolve(
    `@agentclientprotocol/sdk/schema/${version}/schema.unstable.json`,
  )
  const { $defs } = JSON.parse(readFileSync(file, 'utf8')) as { $defs: Record<string, Schema> }

  function issues(schema: Schema | boolean, data: unknown, path: string): string[] {
    if (typeof schema === 'boolean') return schema ? [] : [`${path} is not allowed`]
    return [
      ...(schema.$ref === undefined ? [] : issues(named(schema.$ref.replace('#/$defs/', '')), data, path)),
      ...ownIssues(schema, data, path),
      ...(schema.allOf ?? []).flatMap((part) => issues(part, data, path)),
      ...choiceIssues(schema.anyOf, data, path),
      ...choiceIssues(schema.oneOf, data, path),
      ...(schema.not !== undefined && issues(schema.not, data, path).length === 0
        ? [`${path} is one of what it must not be`]
        : []),
    ]
  }

  function ownIssues(schema: Schema, data: unknown, path: string): string[] {
    const types = schema.type === undefined ? [] : [schema.type].flat()
    const { minimum = -Infinity, maximum = Infinity } = schema
    const found = [
      ...(types.length > 0 && !types.some((type) => isOfType(data, type))
        ? [`${path} is not ${types.join(' or ')}`]
        : []),
      ...('const' in schema && data !== schema.const
        ? [`${path} is not ${JSON.stringify(schema.const)}`]
        : []),
      ...(schema.enum !== undefined && !schema.enum.includes(data) ? [`${path} is no word of the list`] : []),
      ...(typeof data === 'number' && (data < minimum || data > maximum) ? [`${path} is out of range`] : []),
    ]
    if (Array.isArray(data)) {
      return [
        ...found,
        ...data.flatMap((item, index) => issues(schema.items ?? true, item, `${path}[${index}]`)),
      ]
    }
    if (!isOfType(data, 'object')) return found
    const fields = data as Record<string, unknown>
    const { properties = {}, required = [], additionalProperties = true } = schema
    return [
      ...found,
      ...required.filter((key) => !Object.hasOwn(fields, key)).map((key) => `${path}.${key} is missing`),
      ...Object.entries(fields).flatMap(([key, value]) =>
        issues(properties[key] ?? additionalProperties, value, `${path}.${key}`),
      ),
    ]
  }

  function choiceIssues(choices: readonly Schema[] | undefined, data: unknown, path: string): string[] {
    if (choices === undefined) return []
    const each = choices.map((choice) => issues(choice, data, path))
    if (each.some((list) => list.length === 0)) return []
    // The best matching choice has the most useful issue.
    return each.toSorted((one, other) => one.length - other.length)[0] ?? []
  }

  function named(name: string): Schema {
    const schema = $defs[name]
    if (schema === undefined) throw new Error(`The schema does not define ${name}`)
    return schema
  }

  return (definition, data) => issues(named(definition), data, definition)
}

function isOfType(data: unknown, type: string): boolean {
  if (type === 'null') return data === null
  if (type === 'array') return Array.isArray(data)
  if (type === 'object') return typeof data === 'object' && data !== null && !Array.isArray(data)
  if (type === 'integer') return Number.isInteger(data)
  return typeof data === type
}
