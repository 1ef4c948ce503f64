import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agUiDeclaration } from '../../../../test/arbitraries/ag-ui.ts'
import { fromProfile, toProfile } from './index.ts'
import { agUiCapabilitiesSchema } from './schema.ts'

test('restores a declaration with any other content', () => {
  fc.assert(
    fc.property(agUiDeclaration, (declaration) => {
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('accepts every declaration in normal form', () => {
  fc.assert(
    fc.property(agUiDeclaration, (declaration) => {
      expect(agUiCapabilitiesSchema.safeParse(declaration).error?.issues).toBeUndefined()
    }),
  )
})

test('restores names of object members in custom', () => {
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
