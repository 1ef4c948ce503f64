import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { relayDeclaration, relayDeclarationWithAnyEvent } from '../../../../test/arbitraries/relay.ts'
import { fromProfile, toProfile } from './index.ts'
import { relaySessionCapabilitiesSchema } from './schema.ts'

test('restores a declaration with its lists in order', () => {
  fc.assert(
    fc.property(relayDeclaration, (declaration) => {
      expect(fromProfile(toProfile(declaration))).toEqual({ declaration, notCarried: [], assumed: [] })
    }),
    { numRuns: 200 },
  )
})

test('keeps an unpublished event, and reports it as lost if it cannot be written', () => {
  const unpublished = ['turn.settled', '__proto__', 'a.b.c']
  fc.assert(
    fc.property(relayDeclarationWithAnyEvent, (session) => {
      expect(relaySessionCapabilitiesSchema.safeParse(session).success).toBe(true)
      const { declaration, notCarried, assumed } = fromProfile(toProfile(session))
      const { emits } = session.events
      expect(declaration.events.emits).toEqual(emits.filter((name) => !unpublished.includes(name)))
      expect(notCarried).toEqual(
        emits
          .filter((name) => unpublished.includes(name))
          .map((name) => ({
            id: `events.${name}`,
            support: 'supported',
            reason: 'Relay has not published this name',
          })),
      )
      expect(assumed).toEqual([])
    }),
  )
})
