import {
  compile,
  getRegisteredFunctions,
  tokenize,
  TreeInterpreter,
  type JSONValue,
} from '@jmespath-community/jmespath'
import { isRecord } from '../../../core/is-record.ts'
import { ValidationError } from '../../../core/validation-error.ts'
import { walkExpression, type OutputName } from './expression-nodes.ts'

/** A compiled expression; plain data, so that another process can evaluate it. */
export interface Expression {
  readonly text: string
  readonly tree: ReturnType<typeof compile>
  readonly outputs: readonly OutputName[]
  /** The names of the context that it reads. */
  readonly names: readonly string[]
  /** Whether it reads the context as a whole. */
  readonly readsAll: boolean
  /** Whether it only follows a path and compares: it takes no longer than reading its data. */
  readonly isSimple: boolean
  /** Whether it names a field that every object inherits. */
  readonly namesInherited: boolean
}

type Context = Readonly<Record<string, unknown>>

export interface ExpressionOptions {
  /** The ids of all nodes: `<id>.output` and `<id>.data` mean the whole output unless it has a field of that name. */
  nodes: ReadonlySet<string>
}

const functionNames: ReadonlySet<string> = new Set(getRegisteredFunctions())
const comparisons: ReadonlySet<string> = new Set(['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE'])

/** The longest expression, in characters. */
const longestExpression = 4096

/**
 * Parses a JMESPath expression as A2E documents it: numbers in comparisons need no backticks, and `<node>.output` is the
 * output of a node.
 * @throws ValidationError for a syntax error or an unknown function.
 */
export function readExpression(text: string, { nodes }: ExpressionOptions): Expression {
  if (text.length > longestExpression)
    throw new ValidationError(`An expression has more than ${longestExpression} characters`)
  const { functions, fields, ...walked } = parse(text, nodes)
  const unknown = functions.find((name) => !functionNames.has(name))
  if (unknown !== undefined) throw expressionError(text, `Unknown function: ${unknown}()`)
  return { text, ...walked, namesInherited: fields.some((name) => name in Object.prototype) }
}

/** Evaluates an expression over the context. A missing value is null. */
export function evaluateExpression(expression: Expression, context: Context): unknown {
  const { tree, outputs, namesInherited } = expression
  const seen =
    outputs.length === 0
      ? context
      : { ...context, ...Object.fromEntries(outputs.map((name) => outputOf(name, context))) }
  // The library reads inherited properties too: `constructor` would give an agent a function of the host.
  const data = (namesInherited ? withoutPrototypes(seen) : seen) as JSONValue
  return TreeInterpreter.search(tree, data) ?? null
}

/** The part of the context that an expression reads. */
export function readBy({ readsAll, names, outputs }: Expression, context: Context): Context {
  if (readsAll) return context
  const read = [...names, ...outputs.map(({ node }) => node)].filter((name) => Object.hasOwn(context, name))
  return Object.fromEntries(read.map((name) => [name, context[name]]))
}

function parse(text: string, nodes: ReadonlySet<string>): ReturnType<typeof walkExpression> {
  try {
    return walkExpression(compile(quoteNumbers(text)), nodes)
  } catch (error) {
    throw expressionError(text, error instanceof Error ? error.message : String(error))
  }
}

function expressionError(text: string, problem: string): ValidationError {
  return new ValidationError(`The expression ${JSON.stringify(text)} is not valid JMESPath: ${problem}`)
}

/** JMESPath requires numbers in backticks; the reference host of A2E accepts `$.count > 3`. */
function quoteNumbers(text: string): string {
  const tokens = tokenize(text)
  let quoted = text
  for (const [index, { start }] of [...tokens.entries()].toReversed()) {
    const number = /^-?\d+(\.\d+)?/.exec(text.slice(start))?.[0]
    if (number === undefined || !comparisons.has(tokens[index - 1]?.type ?? '')) continue
    quoted = `${quoted.slice(0, start)}\`${number}\`${quoted.slice(start + number.length)}`
  }
  return quoted
}

function outputOf({ key, node, field }: OutputName, context: Context): readonly [string, unknown] {
  const output = context[node]
  const value = isRecord(output) && Object.hasOwn(output, field) ? output[field] : output
  return [key, value ?? null]
}

function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isRecord(value)) return value
  const copy = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) copy[name] = withoutPrototypes(inner)
  return copy
}
