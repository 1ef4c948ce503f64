import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { initializeV1, initializeV2, normalisedDeclaration } from '../../../../test/arbitraries/acp.ts'
import { fromProfile, initializeFromProfile, toProfile } from './index.ts'
import { acpInitializeV1Schema, acpInitializeV2Schema, agentsWireCapabilitiesSchema } from './schema.ts'

test('restores the normalized shape without assumptions', () => {
  fc.assert(
    fc.property(normalisedDeclaration, (declaration) => {
      expect(agentsWireCapabilitiesSchema.safeParse(declaration).success).toBe(true)
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('restores a version 1 response with `_meta`, details and unknown names', () => {
  fc.assert(
    fc.property(initializeV1, (declaration) => {
      expect(acpInitializeV1Schema.safeParse(declaration).error?.issues).toBeUndefined()
      expect(initializeFromProfile(toProfile(declaration), { version: 1 })).toEqual({
        declaration,
        notCarried: [],
        assumed: [],
      })
    }),
    { numRuns: 200 },
  )
})

test('restores a version 2 response with `_meta`, details and unknown names', () => {
  fc.assert(
    fc.property(initializeV2, (declaration) => {
      expect(acpInitializeV2Schema.safeParse(declaration).error?.issues).toBeUndefined()
      expect(initializeFromProfile(toProfile(declaration), { version: 2 })).toEqual({
        declaration,
        notCarried: [],
        assumed: [],
      })
    }),
    { numRuns: 200 },
  )
})
