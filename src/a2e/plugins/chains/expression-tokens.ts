import { ValidationError } from '../../../core/validation-error.ts'

/** A piece of an expression. */
export interface Token {
  readonly kind: 'name' | 'literal' | 'sign' | 'end'
  /** The text of a name or a sign. */
  readonly text: string
  /** What a literal stands for. */
  readonly value?: unknown
}

/** A name, a text in single quotes, JSON in backticks, a name in double quotes, a number, a sign. */
const piece =
  /\s*(?:([A-Za-z_][A-Za-z0-9_-]*)|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?)|(\|\||&&|[=!<>]=|[$.[\]()!<>*,]))/y

/** @throws ValidationError for what belongs to no expression. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const source = text.trimEnd()
  piece.lastIndex = 0
  for (let at = 0; at < source.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const match = piece.exec(source)
    if (match === null) throw expressionError(text, `has something at ${at + 1} that cannot be read`)
    tokens.push(tokenOf(match, text))
  }
  tokens.push({ kind: 'end', text: 'the end' })
  return tokens
}

export function expressionError(text: string, message: string): ValidationError {
  return new ValidationError(`The expression ${JSON.stringify(text)} ${message}`)
}

function tokenOf(match: RegExpExecArray, text: string): Token {
  const [, name, raw, json, quoted, number, sign = ''] = match
  if (name !== undefined) return { kind: 'name', text: name }
  if (raw !== undefined) return literal(raw.replaceAll("\\'", "'"))
  if (number !== undefined) return literal(Number(number))
  if (json === undefined && quoted === undefined) return { kind: 'sign', text: sign }
  try {
    if (quoted !== undefined) return { kind: 'name', text: String(JSON.parse(quoted)) }
    return literal(JSON.parse((json ?? '').replaceAll('\\`', '`')))
  } catch {
    throw expressionError(text, 'has something in quotes that is no JSON')
  }
}

function literal(value: unknown): Token {
  return { kind: 'literal', text: JSON.stringify(value), value }
}
