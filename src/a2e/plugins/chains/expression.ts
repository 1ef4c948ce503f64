import { isRecord } from '../../../core/is-record.ts'
import { jsonEquals } from '../../../core/json-schema/json-equals.ts'
import { expressionError, tokensOf, type Token } from './expression-tokens.ts'

/** What an expression comes to, given what it can see. What is not there is null. */
export type Expression = (context: Readonly<Record<string, unknown>>) => unknown

/**
 * Reads an expression: the part of JMESPath that chains need. It has paths with indexes and `[*]`, `$` for everything,
 * comparisons, `&&`, `||`, `!`, brackets, texts in single quotes, JSON in backticks, numbers, and the functions `length`,
 * `contains` and `keys`. False are null, false, and whatever is empty.
 * @throws ValidationError when it cannot be read.
 */
export function readExpression(text: string): Expression {
  return new Reader(text).read()
}

/** Whether a value counts as true. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== false && value !== ''
}

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  '==': (one, other) => jsonEquals(one ?? null, other ?? null),
  '!=': (one, other) => !jsonEquals(one ?? null, other ?? null),
  '<': ordered((one, other) => one < other),
  '<=': ordered((one, other) => one <= other),
  '>': ordered((one, other) => one > other),
  '>=': ordered((one, other) => one >= other),
}

const functions: Readonly<Record<string, { count: number; apply: (values: readonly unknown[]) => unknown }>> =
  {
    length: { count: 1, apply: ([value]) => lengthOf(value) },
    contains: { count: 2, apply: ([value, part]) => contains(value, part) },
    keys: { count: 1, apply: ([value]) => (isRecord(value) ? Object.keys(value) : null) },
  }

class Reader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokensOf(text)
  }

  read(): Expression {
    const expression = this.#either()
    if (this.#now.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #now(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: 'the end' }
  }

  #either(): Expression {
    let left = this.#both()
    while (this.#take('||')) left = either(left, this.#both())
    return left
  }

  #both(): Expression {
    let left = this.#negated()
    while (this.#take('&&')) left = both(left, this.#negated())
    return left
  }

  #negated(): Expression {
    if (!this.#take('!')) return this.#compared()
    const inner = this.#negated()
    return (context) => !isTrue(inner(context))
  }

  #compared(): Expression {
    const left = this.#value()
    const { kind, text } = this.#now
    const compare = kind === 'sign' && Object.hasOwn(comparisons, text) ? comparisons[text] : undefined
    if (compare === undefined) return left
    this.#at += 1
    const right = this.#value()
    return (context) => compare(left(context), right(context))
  }

  #value(): Expression {
    const token = this.#now
    if (token.kind === 'literal') {
      this.#at += 1
      return () => token.value
    }
    if (this.#take('(')) {
      const inner = this.#either()
      this.#need(')')
      return this.#steps(inner)
    }
    if (this.#take('$')) return this.#steps((context) => context)
    if (token.kind !== 'name') throw this.#unexpected()
    this.#at += 1
    return this.#take('(') ? this.#called(token.text) : this.#steps((context) => member(context, token.text))
  }

  #called(name: string): Expression {
    const known = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (known === undefined) throw expressionError(this.#text, `calls ${name}, which is not known here`)
    const inputs: Expression[] = []
    do inputs.push(this.#either())
    while (this.#take(','))
    this.#need(')')
    if (inputs.length !== known.count)
      throw expressionError(this.#text, `gives ${name} ${inputs.length} values and not ${known.count}`)
    return (context) => known.apply(inputs.map((input) => input(context)))
  }

  /** What follows a value: `.name`, `[2]`, and `[*]`, after which the rest is done with each item. */
  #steps(start: Expression): Expression {
    let value = start
    for (;;) {
      const before = value
      if (this.#take('.')) {
        const { kind, text } = this.#now
        if (kind !== 'name') throw this.#unexpected()
        this.#at += 1
        value = (context) => member(before(context), text)
      } else if (this.#take('[')) {
        if (this.#take('*')) {
          this.#need(']')
          return this.#each(before)
        }
        const { kind, value: index } = this.#now
        if (kind !== 'literal' || !Number.isInteger(index)) throw this.#unexpected()
        this.#at += 1
        this.#need(']')
        value = (context) => itemAt(before(context), Number(index))
      } else {
        return value
      }
    }
  }

  #each(list: Expression): Expression {
    const rest = this.#steps((context) => context)
    return (context) => {
      const items = list(context)
      if (!Array.isArray(items)) return null
      return items.map((item) => rest(item as Record<string, unknown>)).filter((item) => item !== null)
    }
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#now
    if (kind !== 'sign' || text !== sign) return false
    this.#at += 1
    return true
  }

  #need(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected()
  }

  #unexpected(): Error {
    return expressionError(this.#text, `has ${this.#now.text} where something else is needed`)
  }
}

function either(left: Expression, right: Expression): Expression {
  return (context) => {
    const value = left(context)
    return isTrue(value) ? value : right(context)
  }
}

function both(left: Expression, right: Expression): Expression {
  return (context) => {
    const value = left(context)
    return isTrue(value) ? right(context) : value
  }
}

function ordered(compare: (one: number, other: number) => boolean) {
  return (one: unknown, other: unknown): boolean | null =>
    typeof one === 'number' && typeof other === 'number' ? compare(one, other) : null
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : null
}

function itemAt(value: unknown, index: number): unknown {
  return Array.isArray(value) ? ((value.at(index) as unknown) ?? null) : null
}

function lengthOf(value: unknown): number | null {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : null
}

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part)
  return Array.isArray(value) && value.some((item) => jsonEquals(item, part))
}
