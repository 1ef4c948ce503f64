import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of JSON Schema that the protocol's published files use. */
export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  const?: unknown
  description?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  items?: JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** One form of an object: its fields, and whether it may have fields that the schema does not name. */
export interface Form {
  fields: Map<string, JsonSchema>
  required: Set<string>
  open: boolean
  /** Whether its description says that `null` clears its fields. */
  isPatch: boolean
}

/** The published definitions of one version of the protocol, including unstable ones. */
export class Definitions {
  readonly #definitions: Record<string, JsonSchema>

  constructor(version: 'v1' | 'v2') {
    const { resolve } = createRequire(import.meta.url)
    const file = resolve(`@agentclientprotocol/sdk/schema/${version}/schema.unstable.json`)
    const document = JSON.parse(readFileSync(file, 'utf8')) as JsonSchema
    this.#definitions = document.$defs ?? {}
  }

  named(name: string): JsonSchema {
    const definition = this.#definitions[name]
    if (!definition) throw new Error(`The schema does not define ${name}`)
    return definition
  }

  resolve(schema: JsonSchema): JsonSchema {
    return schema.$ref === undefined ? schema : this.named(schema.$ref.replace('#/$defs/', ''))
  }

  /** Every form of the object that a schema describes; of a list, every form of its items. */
  forms(reference: JsonSchema): Form[] {
    const schema = this.resolve(reference)
    if (schema.items) return this.forms(schema.items)
    const own: Form = {
      fields: new Map(Object.entries(schema.properties ?? {})),
      required: new Set(schema.required),
      open: schema.additionalProperties === true,
      isPatch: /patch\s+semantics/.test(schema.description ?? ''),
    }
    let forms = [own]
    for (const part of schema.allOf ?? []) forms = combine(forms, this.forms(part))
    for (const choice of [schema.anyOf, schema.oneOf]) {
      const choices = choice?.filter((part) => !isNull(part)).flatMap((part) => this.forms(part))
      if (choices) forms = combine(forms, choices)
    }
    return forms
  }

  /** The known values of a text field; of a list, those of its items. */
  words(reference: JsonSchema): string[] {
    const schema = this.resolve(reference)
    if (typeof schema.const === 'string') return [schema.const]
    if (schema.properties) return []
    const items = schema.items ? [schema.items] : []
    return [...items, ...(schema.allOf ?? []), ...alternatives(schema)].flatMap((part) => this.words(part))
  }

  isNullable(reference: JsonSchema): boolean {
    const schema = this.resolve(reference)
    return (
      schema.type === 'null' || schema.type?.includes('null') === true || alternatives(schema).some(isNull)
    )
  }
}

export function alternatives(schema: JsonSchema): JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
}

function isNull({ type }: JsonSchema): boolean {
  return type === 'null'
}

/** Combines every form of the left with every form of the right. A field with a constant takes precedence. */
function combine(left: Form[], right: Form[]): Form[] {
  return left.flatMap((one) =>
    right.map((two) => {
      const fields = new Map(one.fields)
      for (const [name, field] of two.fields) {
        if (!fields.has(name) || field.const !== undefined) fields.set(name, field)
      }
      const required = new Set([...one.required, ...two.required])
      return { fields, required, open: one.open || two.open, isPatch: one.isPatch || two.isPatch }
    }),
  )
}
