import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CapstanError } from '../../core/capstan-error.ts'
import { isJsonSchema, jsonSchemaOf } from '../api/json-schema.ts'
import { JsonValidationError } from './json-validation-error.ts'
import { promptForJson, repairPrompt } from './json-prompts.ts'
import type { OutputSchema } from '../api/standard-schema.ts'
import { readOutput, validateOutput } from './structured-output.ts'

const person = z.object({ name: z.string().min(2), born: z.string().transform(Number) })

/** As a library without JSON Schema has it; with some a schema is a function. */
const byHand = Object.assign(() => {}, {
  '~standard': {
    version: 1 as const,
    vendor: 'example',
    validate: (value: unknown) =>
      value === 'yes'
        ? { value: true }
        : { issues: [{ message: 'must be yes', path: [{ key: 'a' }, 0, Symbol('b')] }] },
  },
})

describe('jsonSchemaOf', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a zod schema, by its input type',
      person,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { name: { type: 'string', minLength: 2 }, born: { type: 'string' } },
        required: ['name', 'born'],
      },
    ],
    ['a zod schema that JSON Schema cannot express', z.object({ at: z.date() }), undefined],
    ['a library without JSON Schema support', byHand, undefined],
    ['a JSON Schema', { type: 'string' }, { type: 'string' }],
    ['no schema', ['type'], undefined],
    ['nothing', null, undefined],
    ['a class instance', new Map(), undefined],
  ])('of %s', (_, schema, expected) => {
    expect(jsonSchemaOf(schema)).toEqual(expected)
  })

  it('recognizes a JSON Schema', () => {
    expect([{}, Object.create(null), person, byHand, [], 'x'].map(isJsonSchema)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('validateOutput', () => {
  it('returns the value as the library transforms it', async () => {
    expect(await validateOutput(person, { name: 'Ada', born: '1815', more: 1 })).toEqual({
      ok: true,
      data: { name: 'Ada', born: 1815 },
      unchecked: [],
    })
  })

  it('returns the issues of a library with plain paths', async () => {
    expect(await validateOutput(z.object({ list: z.array(person) }), { list: [{ name: 'A' }] })).toEqual({
      ok: false,
      issues: [
        { path: ['list', 0, 'name'], message: 'Too small: expected string to have >=2 characters' },
        { path: ['list', 0, 'born'], message: 'Invalid input: expected string, received undefined' },
      ],
      unchecked: [],
    })
    expect(await validateOutput(byHand, 'no')).toEqual({
      ok: false,
      issues: [{ path: ['a', 0, 'Symbol(b)'], message: 'must be yes' }],
      unchecked: [],
    })
  })

  it('awaits an asynchronous library', async () => {
    const slow = z.string().refine(async (text) => (await Promise.resolve(text)) === 'a')
    expect(await validateOutput(slow, 'a')).toEqual({ ok: true, data: 'a', unchecked: [] })
  })

  it('checks against a JSON Schema and reports unchecked keywords', async () => {
    const schema = { type: 'object', properties: { at: { type: 'string', format: 'date' } } }
    expect(await validateOutput(schema, { at: 'today' })).toEqual({
      ok: false,
      issues: [{ path: ['at'], message: 'is invalid: String does not match format "date"' }],
      unchecked: [],
    })
    const $ref = 'https://example.com/other'
    expect(await validateOutput({ type: 'object', properties: { a: { $ref } } }, { a: 1 })).toEqual({
      ok: true,
      data: { a: 1 },
      unchecked: [`$ref ${$ref}`],
    })
  })

  it('rejects an invalid schema', async () => {
    await expect(validateOutput([] as unknown as OutputSchema, 1)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('readOutput', () => {
  it('extracts the JSON and checks it', async () => {
    const schema = { type: 'object', required: ['a'] }
    expect(await readOutput(schema, 'Here: {"a":1}')).toEqual({ ok: true, data: { a: 1 }, unchecked: [] })
    expect(await readOutput(schema, 'Here: {"b":1}')).toEqual({
      ok: false,
      issues: [{ path: ['a'], message: 'is missing' }],
      unchecked: [],
    })
    expect(await readOutput(schema, 'I cannot')).toEqual({
      ok: false,
      issues: [{ path: [], message: 'The answer contains no JSON' }],
      unchecked: [],
    })
  })
})

describe('prompts', () => {
  it('request JSON only, with and without a schema', () => {
    expect(promptForJson('List the files.')).toBe(
      'List the files.\n\nYour final answer must be one JSON value and nothing else: no text before or after it and no code fence.',
    )
    expect(promptForJson('List the files.', { type: 'array' })).toBe(
      'List the files.\n\nYour final answer must be one JSON value and nothing else: no text before or after it and no code fence. It must fit this JSON Schema:\n{"type":"array"}',
    )
  })

  it('request a correction and list the issues', () => {
    const issues = [
      { path: ['files', 0, 'name'], message: 'is missing' },
      { path: [], message: 'must be of type object, and is array' },
    ]
    expect(repairPrompt(issues, '[]')).toBe(
      [
        'Your answer is not the requested JSON:',
        '- files[0].name is missing',
        '- must be of type object, and is array',
        '',
        'This was your answer:',
        '[]',
        '',
        'Answer again with all of it corrected, as one JSON value and nothing else: no text before or after it and no code fence.',
      ].join('\n'),
    )
  })

  it('stay short for long answers', () => {
    const issues = Array.from({ length: 30 }, (_, index) => ({ path: [index], message: 'is wrong' }))
    const prompt = repairPrompt(issues, 'x'.repeat(100_000))
    expect(prompt).toContain('- [19] is wrong\n- and 10 more\n')
    expect(prompt.length).toBeLessThan(21_000)
  })
})

describe('JsonValidationError', () => {
  it('has the answer and its issues, and serializes only the issues', () => {
    const issues = [
      { path: ['a'], message: 'is missing' },
      { path: ['b'], message: 'is missing' },
    ]
    const error = new JsonValidationError('{}', issues)
    expect(error).toBeInstanceOf(CapstanError)
    expect({ code: error.code, text: error.text, issues: error.issues }).toEqual({
      code: 'OUTPUT_INVALID',
      text: '{}',
      issues,
    })
    expect(error.toJSON()).toEqual({
      name: 'JsonValidationError',
      code: 'OUTPUT_INVALID',
      message: 'The answer is not the requested JSON: a is missing (and 1 more)',
      hint: 'Request less at once, describe the fields in the schema, or use another model.',
      issues,
    })
  })
})
