import { isRecord } from '../is-record.ts'
import { jsonEquals } from './json-equals.ts'
import { resolveReference } from './json-reference.ts'
import type { JsonSchema } from './json-schema.ts'

/** Whether a value is valid. */
export type Fits = (value: unknown) => boolean

/** Compiles one keyword; undefined when its form is not supported here. */
type KeywordCompiler = (rule: unknown, schema: JsonSchema, compiler: Compiler) => Fits | undefined

/**
 * Compiles a schema into a fast check; undefined when the schema uses a keyword that is not compiled here.
 * By hand, because every A2E message passes it (`npm run bench -- a2e`).
 * The check returns true or false; `checkJsonSchema` lists the issues. Values must not be circular.
 */
export function compileJsonSchema(schema: JsonSchema): Fits | undefined {
  return new Compiler(schema).compile(schema)
}

class Compiler {
  readonly #root: JsonSchema
  /** By schema, so that a recursive schema is compiled once. */
  readonly #compiled = new Map<unknown, { fits: Fits }>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  compile(schema: unknown): Fits | undefined {
    if (schema === true) return always
    if (!isRecord(schema)) return undefined
    const known = this.#compiled.get(schema)
    if (known !== undefined) return (value) => known.fits(value)
    const slot = { fits: always }
    this.#compiled.set(schema, slot)
    const checks: Fits[] = []
    for (const [name, rule] of Object.entries(schema)) {
      if (annotations.has(name)) continue
      const check = keywords.get(name)?.(rule, schema, this)
      if (check === undefined) return undefined
      if (check !== always) checks.push(check)
    }
    slot.fits = allOf(checks)
    return slot.fits
  }

  resolve(reference: unknown): Fits | undefined {
    const target = resolveReference(this.#root, reference)
    return target === undefined ? undefined : this.compile(target)
  }
}

const annotations = new Set(['$defs', '$schema', 'title', 'description', 'default'])
const always: Fits = () => true

function allOf(checks: readonly Fits[]): Fits {
  const [first, second, ...others] = checks
  if (first === undefined) return always
  if (second === undefined) return first
  if (others.length === 0) return (value) => first(value) && second(value)
  return (value) => checks.every((check) => check(value))
}

const types: ReadonlyMap<unknown, Fits> = new Map<unknown, Fits>([
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
  ['array', (value) => Array.isArray(value)],
  ['object', isRecord],
])

const keywords: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ['type', (rule) => types.get(rule)],
  ['$ref', (rule, _schema, compiler) => compiler.resolve(rule)],
  [
    'enum',
    (rule) => (Array.isArray(rule) ? (value) => rule.some((word) => jsonEquals(word, value)) : undefined),
  ],
  ['const', (rule) => (value) => jsonEquals(rule, value)],
  ['minItems', (rule) => (value) => !Array.isArray(value) || value.length >= Number(rule)],
  ['maxItems', (rule) => (value) => !Array.isArray(value) || value.length <= Number(rule)],
  ['properties', compileProperties],
  ['required', compileRequired],
  ['additionalProperties', compileAdditional],
  ['items', compileItems],
  ['anyOf', compileAnyOf],
])

function compileProperties(rule: unknown, _schema: JsonSchema, compiler: Compiler): Fits | undefined {
  if (!isRecord(rule)) return undefined
  const fields: { name: string; fits: Fits }[] = []
  for (const [name, schema] of Object.entries(rule)) {
    const fits = compiler.compile(schema)
    if (fits === undefined) return undefined
    if (fits !== always) fields.push({ name, fits })
  }
  return (value) => {
    if (!isRecord(value)) return true
    for (const { name, fits } of fields) if (Object.hasOwn(value, name) && !fits(value[name])) return false
    return true
  }
}

function compileRequired(rule: unknown): Fits | undefined {
  if (!Array.isArray(rule)) return undefined
  const names = rule.map(String)
  return (value) => !isRecord(value) || names.every((name) => Object.hasOwn(value, name))
}

function compileAdditional(rule: unknown, schema: JsonSchema, compiler: Compiler): Fits | undefined {
  const fits = compiler.compile(rule)
  const known = isRecord(schema['properties']) ? new Set(Object.keys(schema['properties'])) : new Set()
  if (fits === undefined || fits === always) return fits
  return (value) =>
    !isRecord(value) || Object.entries(value).every(([name, field]) => known.has(name) || fits(field))
}

function compileItems(rule: unknown, schema: JsonSchema, compiler: Compiler): Fits | undefined {
  const fits = 'prefixItems' in schema ? undefined : compiler.compile(rule)
  if (fits === undefined || fits === always) return fits
  return (value) => !Array.isArray(value) || value.every((item) => fits(item))
}

function compileAnyOf(rule: unknown, _schema: JsonSchema, compiler: Compiler): Fits | undefined {
  if (!Array.isArray(rule)) return undefined
  const ways: Fits[] = []
  for (const schema of rule) {
    const fits = compiler.compile(schema)
    if (fits === undefined) return undefined
    ways.push(fits)
  }
  return (value) => ways.some((fits) => fits(value))
}
