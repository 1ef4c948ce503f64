import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { compileJsonSchema, type Fits } from '../../core/json-schema/compile-json-schema.ts'
import type { ValidationIssue } from '../../core/validation-error.ts'
import { A2EError } from '../a2e-error.ts'
import { type CatalogEntry, defaultOf, fieldsOf } from '../catalog.ts'

/** The issues of a message by its published schema; also checks the `a2e` field, the second name of the version. */
export function messageIssues(
  entry: CatalogEntry,
  message: Readonly<Record<string, unknown>>,
): readonly ValidationIssue[] {
  const isVersionText = message['a2e'] === undefined || typeof message['a2e'] === 'string'
  if (isVersionText && fitsOf(entry)(message)) return noIssues
  const { issues } = checkJsonSchema(entry.schema, message)
  return isVersionText ? issues : [...issues, { path: ['a2e'], message: 'must be of type string' }]
}

const noIssues: readonly ValidationIssue[] = []
const fitsByType = new Map<string, Fits>()

/** The compiled check of a type; types that do not compile always get the full check. */
function fitsOf({ type, schema }: CatalogEntry): Fits {
  let fits = fitsByType.get(type)
  if (fits === undefined) {
    fits = compileJsonSchema(schema) ?? (() => false)
    fitsByType.set(type, fits)
  }
  return fits
}

/** @throws A2EError `schema_violation` with the path of every invalid field. */
export function requireMessage(entry: CatalogEntry, message: Readonly<Record<string, unknown>>): void {
  const issues = messageIssues(entry, message)
  if (issues.length > 0) throw violation(entry.type, issues)
}

/** The error for a message with invalid fields. */
export function violation(type: string, issues: readonly ValidationIssue[]): A2EError {
  const [first] = issues
  const place = first?.path.join('.') ?? ''
  return new A2EError('schema_violation', `${type}: ${place} ${first?.message ?? 'is invalid'}`, {
    detail: {
      type,
      path: place,
      issues: issues.slice(0, 10).map(({ path, message }) => ({ path, message })),
    },
  })
}

interface Default {
  readonly name: string
  readonly value: unknown
}

/** Filled on first use of a type: most hosts use few types. */
const defaultsByType = new Map<string, readonly Default[]>()

function defaultsOf(entry: CatalogEntry): readonly Default[] {
  let defaults = defaultsByType.get(entry.type)
  if (defaults === undefined) {
    defaults = fieldsOf(entry).flatMap(([name, field]) => {
      const found = name === 'type' ? undefined : defaultOf(field)
      return found === undefined ? [] : [{ name, value: found.value }]
    })
    defaultsByType.set(entry.type, defaults)
  }
  return defaults
}

/** A copy of a message with defaults for omitted fields. */
export function fillIn(
  entry: CatalogEntry,
  message: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const full = { ...message }
  for (const { name, value } of defaultsOf(entry)) {
    if (!Object.hasOwn(full, name)) full[name] = ownCopy(value)
  }
  return full
}

/** Each message gets its own list or object, because the receiver may change it. */
function ownCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [...value] : { ...value }
}
