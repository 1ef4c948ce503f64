import { expect, it } from 'vitest'
import { jsonVariables } from './json-variables.ts'

it('merges over the value of the caller', () => {
  const given = { SETTINGS: '{"model":"a","agent":{"own":{"mode":"all"},"other":1}}' }
  expect(jsonVariables({ SETTINGS: { agent: { own: { mode: 'primary' } } } }, given)).toEqual({
    SETTINGS: '{"model":"a","agent":{"own":{"mode":"primary"},"other":1}}',
  })
})

it.each(['[1]', 'no JSON', '"text"'])('rejects %s, which can neither be merged nor dropped', (text) => {
  expect(() => jsonVariables({ SETTINGS: {} }, { SETTINGS: text })).toThrowError(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: 'The variable SETTINGS does not hold a JSON object',
    }),
  )
})
