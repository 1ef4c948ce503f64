import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agUiDeclaration } from '../../../../test/arbitraries/ag-ui.ts'
import { fromProfile, toProfile } from './index.ts'
import { agUiCapabilitiesSchema } from './schema.ts'

test('a declaration comes back as it was, whatever else is in it', () => {
  fc.assert(
    fc.property(agUiDeclaration, (declaration) => {
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('every declaration in normal form is valid', () => {
  fc.assert(
    fc.property(agUiDeclaration, (declaration) => {
      expect(agUiCapabilitiesSchema.safeParse(declaration).error?.issues).toBeUndefined()
    }),
  )
})

test('names that are traps come back in custom', () => {
  const custom: unknown = JSON.parse(
    '{"__proto__":{"a":1},"constructor":false,"a.b":null,"":0,"acp":"mine","0":[]}',
  )
  const declaration = { custom: custom as Record<string, unknown> }
  const back = fromProfile(toProfile(declaration))
  expect(JSON.stringify(back.declaration)).toBe(
    '{"custom":{"0":[],"__proto__":{"a":1},"constructor":false,"a.b":null,"":0,"acp":"mine"}}',
  )
  expect(back.notCarried).toEqual([])
})
