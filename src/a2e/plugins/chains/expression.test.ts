import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { evaluateExpression, readExpression } from './expression.ts'

const context = {
  input: { n: 3, text: 'hi', empty: [], list: [{ v: 1 }, { v: 2 }, {}], 'a b': true, constructor: 'mine' },
  q: 'a question',
  read: 'a text',
  parse: { data: [1, 2], output: null, values: [3] },
  rows: [{ read: { output: 'of the row' } }],
}
const nodes = new Set(['read', 'parse', 'rows', 'later'])
const evaluate = (text: string): unknown => evaluateExpression(readExpression(text, { nodes }), context)

interface Suite {
  given: Record<string, unknown>
  cases: { expression: string; result?: unknown; error?: string }[]
}

describe('the official compliance cases of JMESPath', () => {
  const folder = join(
    dirname(fileURLToPath(import.meta.resolve('jmespath-compliance/package.json'))),
    'test/compliance',
  )
  const outcome = (expression: string, given: Record<string, unknown>): object => {
    try {
      const compiled = readExpression(expression, { nodes: new Set() })
      return { expression, result: evaluateExpression(compiled, given) }
    } catch {
      return { expression, isError: true }
    }
  }
  it.each(readdirSync(folder))('pass: %s', (file) => {
    const suites = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Suite[]
    for (const { given, cases } of suites)
      expect(cases.map(({ expression }) => outcome(expression, given))).toEqual(
        cases.map(({ expression, result, error }) =>
          error === undefined ? { expression, result } : { expression, isError: true },
        ),
      )
  })
})

it.each<[string, unknown]>([
  ['$.input.n', 3],
  ['$.q', 'a question'],
  ['$', context],
  ['input.list[*].v', [1, 2]],
  ['input.missing.deeper', null],
  ['input.n > 2 && input.n <= 3.5', true],
  ['input.n > -1 && input.list[0].v==1', true],
  ['input.n >= `4`', false],
  ["input.text == '> 2'", false],
  ['length(input.list[?v > 1])', 1],
])('evaluates %s', (text, value) => {
  expect(evaluate(text)).toEqual(value)
})

it.each<[string, unknown]>([
  ['read.output', 'a text'],
  ['$.read.output', 'a text'],
  ['read.data', 'a text'],
  ['length(read.output)', 6],
  ['parse.data[0]', 1],
  ['parse.output', null],
  ['parse.values', [3]],
  ['rows.output[0].read.output', 'of the row'],
  ['rows[*].read.output', ['of the row']],
  ["rows[?read.output == 'of the row'] | length(@)", 1],
  ["rows[?$.read.output == 'a text'] | length(@)", 1],
  ['later.output', null],
  ['later.output || q', 'a question'],
  ['q.output', null],
])('reads the output of a node as A2E writes it: %s', (text, value) => {
  expect(evaluate(text)).toEqual(value)
})

it.each<[string, unknown]>([
  ['input.toString', null],
  ['__proto__', null],
  ['input.list[0].constructor', null],
  ['input.constructor', 'mine'],
])('reads no inherited property: %s', (text, value) => {
  expect(evaluate(text)).toEqual(value)
})

it.each([
  ['', 'is not valid JMESPath: Syntax error: invalid token (EOF): ""'],
  [
    'a b',
    'The expression "a b" is not valid JMESPath: Syntax error: unexpected token type: UnquotedIdentifier',
  ],
  [
    'a.stats OR b.summary',
    'is not valid JMESPath: Syntax error: unexpected token type: UnquotedIdentifier, value: OR',
  ],
  ['add(a)', 'The expression "add(a)" is not valid JMESPath: Unknown function: add()'],
  ['input[*].constructor(a)', 'Unknown function: constructor()'],
])('rejects %j before anything runs', (text, message) => {
  expect(() => readExpression(text, { nodes })).toThrow(message)
})

it('rejects an expression of more than 4096 characters', () => {
  expect(() => readExpression(`${'('.repeat(4096)}a`, { nodes })).toThrow(
    'An expression has more than 4096 characters',
  )
  expect(() => readExpression(`${'('.repeat(4095)}a`, { nodes })).toThrow('is not valid JMESPath')
})

it.each<[string, string[], boolean, boolean]>([
  ['a.b[0].c', ['a'], false, true],
  ['$.a[1].b == c', ['a', 'c'], false, true],
  ['@.a', ['a'], false, true],
  ['$', [], true, true],
  ['a[*].b', ['a'], false, false],
  ['a[?b == $.c].d | [0]', ['a', 'c'], false, false],
  ['{x: a, y: length(b)}', ['a', 'b'], false, false],
  ['sort_by(a, &b)', ['a'], false, false],
  ['let $v = a in $v.b', ['a'], false, false],
  ['keys(@)', [], true, false],
  ['read.output.x || $.rows.data[0]', [], false, true],
])('finds the names that %s reads', (text, names, readsAll, isSimple) => {
  expect(readExpression(text, { nodes })).toMatchObject({ names, readsAll, isSimple })
})

it('reports a wrong type when it is evaluated', () => {
  expect(() => evaluate('length(input.n)')).toThrow('length() expected argument 1 to be type')
})
