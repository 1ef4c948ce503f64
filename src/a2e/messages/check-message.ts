import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import { compileJsonSchema, type Fits } from '../../core/json-schema/compile-json-schema.ts'
import type { ValidationIssue } from '../../core/validation-error.ts'
import { A2EError } from '../a2e-error.ts'
import { type CatalogueEntry, defaultOf, fieldsOf } from '../catalogue.ts'

/** What is wrong with a message by its published schema, and with the second name of its version. */
export function messageIssues(
  entry: CatalogueEntry,
  message: Readonly<Record<string, unknown>>,
): readonly ValidationIssue[] {
  const isTold = message['a2e'] === undefined || typeof message['a2e'] === 'string'
  if (isTold && fitsOf(entry)(message)) return fine
  const { issues } = checkJsonSchema(entry.schema, message)
  return isTold ? issues : [...issues, { path: ['a2e'], message: 'must be of type string' }]
}

const fine: readonly ValidationIssue[] = []
const fitsByType = new Map<string, Fits>()

/** The fast check of a type; where there is none everything is looked at closely. */
function fitsOf({ type, schema }: CatalogueEntry): Fits {
  let fits = fitsByType.get(type)
  if (fits === undefined) {
    fits = compileJsonSchema(schema) ?? (() => false)
    fitsByType.set(type, fits)
  }
  return fits
}

/** @throws A2EError `schema_violation` with the path of every field that is wrong. */
export function requireMessage(entry: CatalogueEntry, message: Readonly<Record<string, unknown>>): void {
  const issues = messageIssues(entry, message)
  if (issues.length > 0) throw violation(entry.type, issues)
}

/** The refusal of a message whose fields are wrong. */
export function violation(type: string, issues: readonly ValidationIssue[]): A2EError {
  const [first] = issues
  const place = first?.path.join('.') ?? ''
  return new A2EError('schema_violation', `${type}: ${place} ${first?.message ?? 'is wrong'}`, {
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

/** Made when a type is first seen: most hosts see few of them. */
const defaultsByType = new Map<string, readonly Default[]>()

function defaultsOf(entry: CatalogueEntry): readonly Default[] {
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

/** A copy of a message with the defaults of the fields it leaves out. */
export function fillIn(
  entry: CatalogueEntry,
  message: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const full = { ...message }
  for (const { name, value } of defaultsOf(entry)) {
    if (!Object.hasOwn(full, name)) full[name] = ownCopy(value)
  }
  return full
}

/** Each message has its own list or object: whoever gets it may change it. */
function ownCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? [...value] : { ...value }
}
