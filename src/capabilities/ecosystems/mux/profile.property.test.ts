import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { muxAgentDeclaration } from '../../../../test/arbitraries/mux-agent.ts'
import { muxModelDeclaration } from '../../../../test/arbitraries/mux-model.ts'
import { fromProfile, modelFromProfile, modelToProfile, toProfile } from './index.ts'
import { muxAgentCapabilitiesSchema, muxModelCapabilitiesSchema } from './schema.ts'

test('restores the declaration of an agent without assumptions', () => {
  fc.assert(
    fc.property(muxAgentDeclaration, (declaration) => {
      expect(muxAgentCapabilitiesSchema.safeParse(declaration).success).toBe(true)
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('restores the declaration of a model without assumptions', () => {
  fc.assert(
    fc.property(muxModelDeclaration, (declaration) => {
      expect(muxModelCapabilitiesSchema.safeParse(declaration).success).toBe(true)
      expect(modelFromProfile(modelToProfile(declaration))).toEqual({
        declaration,
        notCarried: [],
        assumed: [],
      })
    }),
    { numRuns: 200 },
  )
})
