import { expect, it } from 'vitest'
import { formFields, readField } from './form-field.ts'

function read(property: object, typed: string, required = true): unknown {
  const [field] = formFields({ properties: { field: property }, required: required ? ['field'] : [] })
  if (field === undefined) throw new Error('there is no field')
  return readField(field, typed)
}

it.each<[object, string, unknown]>([
  [{ type: 'string' }, 'a text', { value: 'a text' }],
  [{ type: 'string' }, '', { problem: 'This field is required' }],
  [{ type: 'string', default: 'x' }, '', { value: 'x' }],
  [{ type: 'string', maxLength: 2 }, '😀😀', { value: '😀😀' }],
  [{ type: 'string', maxLength: 2 }, 'abc', { problem: 'Enter at most 2 characters' }],
  [{ type: 'string', pattern: '^a' }, 'b', { problem: 'The value must match ^a' }],
  [{ type: 'string', pattern: '(' }, 'b', { value: 'b' }],
  [{ type: 'string', format: 'email' }, 'x', { problem: 'Enter an email address' }],
  [{ type: 'string', format: 'uri' }, 'https://a.example', { value: 'https://a.example' }],
  [{ type: 'string', format: 'date' }, '2026-13-01', { problem: 'Enter a date such as 2026-01-31' }],
  [{ type: 'string', enum: ['red', 'blue'] }, '2', { value: 'blue' }],
  [{ type: 'string', enum: ['red', 'blue'] }, 'red', { value: 'red' }],
  [{ type: 'string', enum: ['red', 'blue'] }, 'green', { problem: 'Enter a number from 1 to 2' }],
  [{ type: 'number', minimum: 0 }, '-1', { problem: 'Enter at least 0' }],
  [{ type: 'number', maximum: 1 }, '1.5', { problem: 'Enter at most 1' }],
  [{ type: 'number' }, '1.5', { value: 1.5 }],
  [{ type: 'number' }, 'many', { problem: 'Enter a number' }],
  [{ type: 'integer' }, '1.5', { problem: 'Enter a whole number' }],
  [{ type: 'boolean' }, 'YES', { value: true }],
  [{ type: 'boolean' }, 'n', { value: false }],
  [{ type: 'boolean' }, 'maybe', { problem: 'Answer y or n' }],
  [{ type: 'boolean', default: false }, '', { value: false }],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } }, '1, c', { value: ['a', 'c'] }],
  [
    { type: 'array', maxItems: 1, items: { anyOf: [{ const: 'a', title: 'A' }] } },
    'A,a',
    { problem: 'Choose at most 1' },
  ],
  [{ type: 'colour' }, '{"r":1}', { value: { r: 1 } }],
  [{ type: 'colour' }, 'red', { problem: 'Enter the value as JSON' }],
])('%j: %s', (property, typed, reading) => {
  expect(read(property, typed)).toEqual(reading)
})

it('omits optional fields without input', () => {
  expect(read({ type: 'number' }, ' ', false)).toEqual({ value: undefined })
})
