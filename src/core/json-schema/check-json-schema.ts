import { isRecord } from '../is-record.ts'
import type { ValidationIssue } from '../validation-error.ts'
import { resolveReference } from './json-reference.ts'
import type { JsonSchema } from './json-schema.ts'
import { limits } from './json-schema-limits.ts'
import { type Matches, nativeMatches } from './pattern-match.ts'

/** The result of checking a value. */
export interface SchemaCheck {
  readonly issues: readonly ValidationIssue[]
  /** Keywords of the schema that were not checked. */
  readonly unchecked: readonly string[]
}

type Path = ValidationIssue['path']

interface Context {
  readonly root: JsonSchema
  readonly issues: ValidationIssue[]
  readonly unchecked: Set<string>
  /** Nesting depth in references and containers. */
  readonly depth: number
  /** How many schemas may still be checked: nested alternatives multiply. */
  readonly steps: { left: number }
  readonly matches: Matches
}

interface Check {
  value: unknown
  schema: JsonSchema
  path: Path
  context: Context
}

/** Checks one keyword; a returned string is the issue. */
type Keyword = (rule: unknown, check: Check) => string | undefined

const maxIssues = 100
const maxDepth = 1000
const maxSteps = 3_000_000

/**
 * Checks a value against the keywords below of a JSON Schema. It never throws, whatever the schema contains. Pass another
 * `matches` for patterns or values of others: an ordinary regular expression may take exponential time.
 */
export function checkJsonSchema(
  schema: JsonSchema,
  value: unknown,
  matches: Matches = nativeMatches,
): SchemaCheck {
  const issues: ValidationIssue[] = []
  const unchecked = new Set<string>()
  const steps = { left: maxSteps }
  visit(schema, { value, path: [], context: { root: schema, issues, unchecked, depth: 0, steps, matches } })
  return { issues, unchecked: [...unchecked] }
}

function visit(rule: unknown, { value, path, context }: Omit<Check, 'schema'>): void {
  const { issues, unchecked, depth, steps } = context
  if (issues.length >= maxIssues || rule === true) return
  steps.left -= 1
  if (steps.left < 0) {
    unchecked.add('parts that take too many steps')
  } else if (rule === false) {
    issues.push({ path, message: 'is not allowed' })
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

/** The issues of a value against one of several schemas. */
function issuesOf(rule: unknown, { value, path, context }: Check): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  visit(rule, { value, path, context: { ...context, issues } })
  return issues
}

/** Keywords that describe the schema and do not limit values. */
const annotations = new Set(
  (
    '$schema $id $anchor $comment $defs $vocabulary definitions title description default examples deprecated ' +
    'readOnly writeOnly contentEncoding contentMediaType contentSchema'
  ).split(' '),
)

/** The keywords that lead to other schemas, by name. */
const paths: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['pattern', checkPattern],
  ['properties', checkProperties],
  ['patternProperties', checkPatternProperties],
  ['required', checkRequired],
  ['additionalProperties', checkAdditional],
  ['items', checkItems],
  ['anyOf', checkAnyOf],
  ['oneOf', checkOneOf],
  ['allOf', checkAllOf],
  ['$ref', checkReference],
])

function checkPattern(rule: unknown, { value, context }: Check): string | undefined {
  if (typeof value !== 'string') return undefined
  const pattern = String(rule)
  const outcome = context.matches(pattern, value)
  if (outcome === 'invalid') context.unchecked.add(`pattern ${pattern}`)
  if (outcome === 'too long') return `is too long to be matched with ${pattern}`
  return outcome === 'no' ? `must match ${pattern}` : undefined
}

function checkPatternProperties(rule: unknown, { value, path, context }: Check): undefined {
  if (!isRecord(value) || !isRecord(rule)) return
  for (const [pattern, schema] of Object.entries(rule)) {
    for (const name of Object.keys(value)) {
      const outcome = context.matches(pattern, name)
      const here = [...path, name]
      if (outcome === 'invalid') context.unchecked.add(`pattern ${pattern}`)
      if (outcome === 'too long')
        context.issues.push({ path: here, message: `is too long to be matched with ${pattern}` })
      if (outcome === 'yes') visit(schema, { value: value[name], path: here, context })
    }
  }
}

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
  const { properties, patternProperties } = schema
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : []
  for (const [name, property] of Object.entries(value)) {
    if (isRecord(properties) && Object.hasOwn(properties, name)) continue
    if (patterns.some((pattern) => context.matches(pattern, name) !== 'no')) continue
    visit(rule, { value: property, path: [...path, name], context })
  }
}

function checkItems(rule: unknown, { value, schema, path, context }: Check): undefined {
  if (!Array.isArray(value)) return
  // The drafts disagree about a list of schemas in `items`.
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
    : `must match exactly one alternative, but matches ${fitting}`
}

function fitsNone(issues: readonly ValidationIssue[], from: Path): string {
  const reasons = issues.map(({ path, message }) => {
    const rest = path.slice(from.length)
    return rest.length === 0 ? message : `has ${rest.join('.')} that ${message}`
  })
  return `matches no alternative: it ${reasons.join('; or it ')}`
}

function checkAllOf(rule: unknown, { value, path, context }: Check): undefined {
  if (Array.isArray(rule)) for (const schema of rule) visit(schema, { value, path, context })
}

function checkReference(rule: unknown, { value, path, context }: Check): undefined {
  const target = resolveReference(context.root, rule)
  // Stops a reference that leads back to itself.
  if (target === undefined || context.depth > maxDepth) context.unchecked.add(`$ref ${String(rule)}`)
  else visit(target, { value, path, context })
}
