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

/** Evaluates an expression over the context. A missing value is null. */
export type Expression = (context: Readonly<Record<string, unknown>>) => unknown

export interface ExpressionOptions {
  /** The ids of all nodes: `<id>.output` and `<id>.data` mean the whole output unless it has a field of that name. */
  nodes: ReadonlySet<string>
}

const functionNames: ReadonlySet<string> = new Set(getRegisteredFunctions())
const comparisons: ReadonlySet<string> = new Set(['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE'])

/**
 * Parses a JMESPath expression as A2E documents it: numbers in comparisons need no backticks, and `<node>.output` is the
 * output of a node.
 * @throws ValidationError for a syntax error or an unknown function.
 */
export function readExpression(text: string, { nodes }: ExpressionOptions): Expression {
  const { expression, functions, fields, outputs } = parse(text, nodes)
  const unknown = functions.find((name) => !functionNames.has(name))
  if (unknown !== undefined) throw expressionError(text, `Unknown function: ${unknown}()`)
  // The library reads inherited properties too: `constructor` would give an agent a function of the host.
  const isPlain = !fields.some((name) => name in Object.prototype)
  return (context) => {
    const seen =
      outputs.length === 0
        ? context
        : { ...context, ...Object.fromEntries(outputs.map((name) => outputOf(name, context))) }
    const data = (isPlain ? seen : withoutPrototypes(seen)) as JSONValue
    return TreeInterpreter.search(expression, data) ?? null
  }
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

function outputOf({ key, node, field }: OutputName, context: Readonly<Record<string, unknown>>) {
  const output = context[node]
  const value = isRecord(output) && Object.hasOwn(output, field) ? output[field] : output
  return [key, value ?? null] as const
}

function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isRecord(value)) return value
  const copy = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) copy[name] = withoutPrototypes(inner)
  return copy
}
