import { isRecord } from '../is-record.ts'
import type { ValidationIssue } from '../validation-error.ts'
import { resolveReference } from './json-reference.ts'
import type { JsonSchema } from './json-schema.ts'
import { limits } from './json-schema-limits.ts'

/** What checking a value came to. */
export interface SchemaCheck {
  readonly issues: readonly ValidationIssue[]
  /** Keywords of the schema that limit values and were not looked at. */
  readonly unchecked: readonly string[]
}

type Path = ValidationIssue['path']

interface Context {
  readonly root: JsonSchema
  readonly issues: ValidationIssue[]
  readonly unchecked: Set<string>
  /** How many references and containers led here. */
  readonly depth: number
  /** How many schemas may still be looked at: alternatives that hold each other multiply. */
  readonly steps: { left: number }
}

interface Check {
  value: unknown
  schema: JsonSchema
  path: Path
  context: Context
}

/** Looks at what one keyword says; a text is what is wrong. */
type Keyword = (rule: unknown, check: Check) => string | undefined

const maxIssues = 100
const maxDepth = 1000
const maxSteps = 3_000_000

/** Checks a value against a JSON Schema, as far as the keywords below go. It never throws for what a schema says. */
export function checkJsonSchema(schema: JsonSchema, value: unknown): SchemaCheck {
  const issues: ValidationIssue[] = []
  const unchecked = new Set<string>()
  const steps = { left: maxSteps }
  visit(schema, { value, path: [], context: { root: schema, issues, unchecked, depth: 0, steps } })
  return { issues, unchecked: [...unchecked] }
}

function visit(rule: unknown, { value, path, context }: Omit<Check, 'schema'>): void {
  const { issues, unchecked, depth, steps } = context
  if (issues.length >= maxIssues || rule === true) return
  steps.left -= 1
  if (steps.left < 0) {
    unchecked.add('all that takes too many steps')
  } else if (rule === false) {
    issues.push({ path, message: 'must not be there' })
  } else if (!isRecord(rule)) {
    unchecked.add('a schema that is not an object')
  } else if (depth > maxDepth) {
    issues.push({ path, message: 'is nested too deeply to be checked' })
  } else {
    const check = { value, schema: rule, path, context: { ...context, depth: depth + 1 } }
    for (const [name, limit] of Object.entries(rule)) {
      const message = checkKeyword(name, limit, check)
      if (message !== undefined && issues.length < maxIssues) issues.push({ path, message })
    }
  }
}

function checkKeyword(name: string, rule: unknown, check: Check): string | undefined {
  const { unchecked } = check.context
  const limit = limits.get(name)
  if (limit !== undefined) return limit(rule, check.value, (what) => unchecked.add(what))
  const path = paths.get(name)
  if (path !== undefined) return path(rule, check)
  if (!annotations.has(name) && !name.startsWith('x-')) unchecked.add(name)
  return undefined
}

/** What is wrong with a value by one schema of several. */
function issuesOf(rule: unknown, { value, path, context }: Check): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  visit(rule, { value, path, context: { ...context, issues } })
  return issues
}

/** Says what the schema means itself, not what a value must be. */
const annotations = new Set(
  (
    '$schema $id $anchor $comment $defs $vocabulary definitions title description default examples deprecated ' +
    'readOnly writeOnly contentEncoding contentMediaType contentSchema'
  ).split(' '),
)

/** The keywords that lead to other schemas, by name. */
const paths: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['properties', checkProperties],
  ['required', checkRequired],
  ['additionalProperties', checkAdditional],
  ['items', checkItems],
  ['anyOf', checkAnyOf],
  ['oneOf', checkOneOf],
  ['allOf', checkAllOf],
  ['$ref', checkReference],
])

function checkProperties(rule: unknown, { value, path, context }: Check): undefined {
  if (!isRecord(value) || !isRecord(rule)) return
  for (const [name, schema] of Object.entries(rule))
    if (Object.hasOwn(value, name)) visit(schema, { value: value[name], path: [...path, name], context })
}

function checkRequired(rule: unknown, { value, path, context }: Check): undefined {
  if (!isRecord(value) || !Array.isArray(rule)) return
  for (const name of rule.map(String))
    if (!Object.hasOwn(value, name)) context.issues.push({ path: [...path, name], message: 'is missing' })
}

function checkAdditional(rule: unknown, { value, schema, path, context }: Check): undefined {
  if (!isRecord(value)) return
  if ('patternProperties' in schema) {
    context.unchecked.add('additionalProperties')
    return
  }
  const { properties } = schema
  for (const [name, property] of Object.entries(value)) {
    if (isRecord(properties) && Object.hasOwn(properties, name)) continue
    visit(rule, { value: property, path: [...path, name], context })
  }
}

function checkItems(rule: unknown, { value, schema, path, context }: Check): undefined {
  if (!Array.isArray(value)) return
  // What a list of schemas means for the first items differs between the drafts.
  if (Array.isArray(rule) || 'prefixItems' in schema) context.unchecked.add('items')
  else
    for (const [index, item] of value.entries()) visit(rule, { value: item, path: [...path, index], context })
}

function checkAnyOf(rule: unknown, check: Check): string | undefined {
  if (!Array.isArray(rule)) return undefined
  const found: ValidationIssue[] = []
  for (const schema of rule) {
    const [first] = issuesOf(schema, check)
    if (first === undefined) return undefined
    found.push(first)
  }
  return fitsNone(found, check.path)
}

function checkOneOf(rule: unknown, check: Check): string | undefined {
  if (!Array.isArray(rule)) return undefined
  const found = rule.flatMap((schema) => issuesOf(schema, check).slice(0, 1))
  const fitting = rule.length - found.length
  if (fitting === 1) return undefined
  return fitting === 0
    ? fitsNone(found, check.path)
    : `must fit exactly one of what is allowed, and fits ${fitting}`
}

function fitsNone(issues: readonly ValidationIssue[], from: Path): string {
  const reasons = issues.map(({ path, message }) => {
    const rest = path.slice(from.length)
    return rest.length === 0 ? message : `has ${rest.join('.')} that ${message}`
  })
  return `fits nothing that is allowed: it ${reasons.join('; or it ')}`
}

function checkAllOf(rule: unknown, { value, path, context }: Check): undefined {
  if (Array.isArray(rule)) for (const schema of rule) visit(schema, { value, path, context })
}

function checkReference(rule: unknown, { value, path, context }: Check): undefined {
  const target = resolveReference(context.root, rule)
  // One that leads back to itself ends here.
  if (target === undefined || context.depth > maxDepth) context.unchecked.add(`$ref ${String(rule)}`)
  else visit(target, { value, path, context })
}
