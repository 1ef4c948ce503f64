import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClaimSheet } from './claim-sheet.ts'
import { createProfile } from '../profile.ts'

const statement = fc.record({
  id: fc.constantFrom('prompt.file', 'thinking.effort', 'transport.streaming', 'session.fork'),
  said: fc.record(
    {
      flag: fc.boolean(),
      value: fc.constantFrom(1, 'high', null),
      detail: fc.constantFrom('omitted', 'seen'),
    },
    { requiredKeys: [] },
  ),
})
const context = fc.record(
  {
    version: fc.constantFrom('1.0.0', '2.0.0'),
    model: fc.constant('opus'),
    transport: fc.constantFrom('acp', 'cli'),
  },
  { requiredKeys: [] },
)

test('resolves the statements of a declaration like any other claims', () => {
  fc.assert(
    fc.property(
      fc.array(statement, { maxLength: 12 }),
      fc.constantFrom('override', 'observed', 'advertised', 'declared'),
      context,
      (statements, source, known) => {
        const sheet = new ClaimSheet({ source, agentVersion: '1.0.0', at: '2026-01-01' })
        for (const { id, said } of statements) sheet.state(id, said)
        const subject = { kind: 'agent', id: 'x', ...known } as const
        expect(sheet.toProfile(subject)).toEqual(createProfile(subject, sheet.claims))
      },
    ),
    { numRuns: 500 },
  )
})
