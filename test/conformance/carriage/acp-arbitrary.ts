import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Fields } from './carrier.ts'
import { alternatives, type Definitions, type Form, type JsonSchema } from './json-schema.ts'

/** A value that no version of the protocol defines; custom values begin with an underscore. */
const customWord = '_custom'

/** Vendor data without the key `__proto__`, which the schema drops on purpose. */
const vendorData = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 2 },
)

/** Any message that a definition of the protocol allows, including unknown variants and nulls. */
export function anyMessage(definitions: Definitions, name: string): Arbitrary<Fields> {
  return anyValue(definitions, definitions.named(name)).map(plain)
}

function anyValue(definitions: Definitions, reference: JsonSchema): Arbitrary<unknown> {
  const schema = definitions.resolve(reference)
  const value = anyConcrete(definitions, schema)
  return definitions.isNullable(schema) ? fc.oneof(fc.constant(null), value, value) : value
}

function anyConcrete(definitions: Definitions, schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.items) return fc.array(anyValue(definitions, schema.items), { maxLength: 3 })
  const lists = alternatives(schema).filter((part) => part.items)
  if (lists.length > 0) return fc.oneof(...lists.map((part) => anyValue(definitions, part)))
  if (isReference(schema)) return anyConcrete(definitions, definitions.resolve(schema.allOf?.[0] ?? {}))
  const words = definitions.words(schema)
  if (words.length > 0) return fc.constantFrom(...words, ...(isOpen(definitions, schema) ? [customWord] : []))
  const forms = definitions.forms(schema).filter(({ fields }) => fields.size > 0)
  if (forms.length > 0) return fc.oneof(...forms.map((form) => anyForm(definitions, form)))
  const choices = alternatives(schema).filter(({ type }) => type !== 'null')
  if (choices.length > 0) return fc.oneof(...choices.map((part) => anyValue(definitions, part)))
  return anyLeaf(schema)
}

function anyForm(definitions: Definitions, { fields, required, open }: Form): Arbitrary<unknown> {
  const discriminators = new Set(['type', 'sessionUpdate', 'state', 'outcome', 'operation', 'stopReason'])
  const known = Object.fromEntries(
    [...fields].map(([name, field]) => {
      const isCustom = open && discriminators.has(name) && field.const === undefined
      return [name, isCustom ? fc.constant(customWord) : anyValue(definitions, field)]
    }),
  )
  const record = fc.record(known, { requiredKeys: [...required] })
  if (!open) return record
  const further = fc.dictionary(fc.constantFrom('further', 'more'), fc.jsonValue({ maxDepth: 1 }))
  return fc.tuple(record, further).map(([named, extra]) => ({ ...extra, ...named }))
}

function anyLeaf({ type, minimum = -1000, maximum = 1_000_000 }: JsonSchema): Arbitrary<unknown> {
  const types = [type ?? []].flat()
  if (types.includes('string')) return fc.string()
  if (types.includes('integer')) return fc.integer({ min: minimum, max: maximum })
  if (types.includes('number')) return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('object')) return vendorData
  return fc.jsonValue({ maxDepth: 2 })
}

/** Whether a schema only adds a description to another schema. */
function isReference({ allOf, properties, anyOf, oneOf }: JsonSchema): boolean {
  return allOf?.length === 1 && !properties && !anyOf && !oneOf
}

/** Whether a list of values allows other values. */
function isOpen(definitions: Definitions, schema: JsonSchema): boolean {
  if (schema.type === 'string') return schema.const === undefined
  const parts = [...alternatives(schema), ...(schema.allOf ?? [])]
  return parts.some((part) => isOpen(definitions, definitions.resolve(part)))
}

/** The value after serialization as JSON. */
function plain(value: unknown): Fields {
  return JSON.parse(JSON.stringify(value)) as Fields
}
