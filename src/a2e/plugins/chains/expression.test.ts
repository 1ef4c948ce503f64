import { expect, it } from 'vitest'
import { readExpression } from './expression.ts'

const context = {
  input: { n: 3, text: 'hi', empty: [], list: [{ v: 1 }, { v: 2 }, {}], 'a b': true },
  node: { out: null },
}

it.each<[string, unknown]>([
  ['input.n', 3],
  ['$.input.n', 3],
  ['$', context],
  ['input."a b"', true],
  ['input.list[0].v', 1],
  ['input.list[-1]', {}],
  ['input.list[9]', null],
  ['input.list[*].v', [1, 2]],
  ['input.n[*]', null],
  ['input.missing.deeper', null],
  ['input.toString', null],
  ["'it\\'s'", "it's"],
  ['`{"a": [1, "x"]}`', { a: [1, 'x'] }],
  ['2.5', 2.5],
  ['input.n > 2 && input.n <= 3', true],
  ['input.n >= 4', false],
  ["input.text < 'z'", null],
  ["input.text == 'hi'", true],
  ['input.list[0] == `{"v": 1}`', true],
  ['node.out != `null`', false],
  ['node.missing == `null`', true],
  ['!input.empty', true],
  ['!input.n', false],
  ['input.empty || input.text', 'hi'],
  ['input.empty && input.text', []],
  ['(input.n == 1 || input.n == 3) && !(input.n == 4)', true],
  ['length(input.list)', 3],
  ['length(input.text) == 2', true],
  ['length(input.n)', null],
  ["contains(input.text, 'i')", true],
  ['contains(input.list[*].v, `2`)', true],
  ['keys(input.list[0])', ['v']],
])('%s', (text, value) => {
  expect(readExpression(text)(context)).toEqual(value)
})

it.each([
  ['', 'The expression "" has the end where something else is needed'],
  ['a b', 'The expression "a b" has b where something else is needed'],
  ['a.', 'The expression "a." has the end where something else is needed'],
  ['a[x]', 'The expression "a[x]" has x where something else is needed'],
  ['(a', 'The expression "(a" has the end where something else is needed'],
  ['a @ b', 'The expression "a @ b" has something at 2 that cannot be read'],
  ['`{`', 'The expression "`{`" has something in quotes that is no JSON'],
  ['sum(a)', 'The expression "sum(a)" calls sum, which is not known here'],
  ['constructor(a)', 'The expression "constructor(a)" calls constructor, which is not known here'],
  ['length(a, b)', 'The expression "length(a, b)" gives length 2 values and not 1'],
])('%j is refused', (text, message) => {
  expect(() => readExpression(text)).toThrow(message)
})
