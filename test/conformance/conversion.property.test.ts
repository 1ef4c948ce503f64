import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  convertDeclaration,
  type Ecosystem,
  readDeclaration,
  type WriteOptions,
} from '../../src/capabilities/convert.ts'
import { type CapabilityProfile, supportOf, valueOf } from '../../src/capabilities/index.ts'
import {
  a2eNegotiatedCapabilitiesSchema,
  acpInitializeV1Schema,
  acpInitializeV2Schema,
  agentsWireCapabilitiesSchema,
  agUiCapabilitiesSchema,
  capabilityProfileSchema,
  muxAgentCapabilitiesSchema,
  muxModelCapabilitiesSchema,
  relaySessionCapabilitiesSchema,
} from '../../src/capabilities/schemas.ts'
import { a2eAnswerWithAnyName } from '../arbitraries/a2e.ts'
import { initializeV1, initializeV2, normalisedDeclaration } from '../arbitraries/acp.ts'
import { agUiDeclaration } from '../arbitraries/ag-ui.ts'
import { muxAgentDeclaration } from '../arbitraries/mux-agent.ts'
import { muxModelDeclaration } from '../arbitraries/mux-model.ts'
import { anyProfile } from '../arbitraries/profile.ts'
import { relayDeclarationWithAnyEvent } from '../arbitraries/relay.ts'

interface Source {
  name: string
  from: Ecosystem
  declarations: fc.Arbitrary<object>
}

const sources: Source[] = [
  { name: 'AG-UI', from: 'ag-ui', declarations: agUiDeclaration },
  { name: 'A2E', from: 'a2e', declarations: a2eAnswerWithAnyName },
  { name: 'Relay', from: 'relay', declarations: relayDeclarationWithAnyEvent },
  { name: 'a mux agent', from: 'mux', declarations: muxAgentDeclaration },
  { name: 'a mux model', from: 'mux', declarations: muxModelDeclaration },
  { name: 'normalised ACP', from: 'acp', declarations: normalisedDeclaration },
  { name: 'ACP version 1', from: 'acp', declarations: initializeV1 },
  { name: 'ACP version 2', from: 'acp', declarations: initializeV2 },
  {
    name: 'a profile',
    from: 'profile',
    declarations: anyProfile.map((profile) => JSON.parse(JSON.stringify(profile)) as object),
  },
]

interface Target extends WriteOptions {
  name: string
  to: Ecosystem
  schema: (profile: CapabilityProfile) => z.ZodType
}

const targets: Target[] = [
  { name: 'AG-UI', to: 'ag-ui', schema: () => agUiCapabilitiesSchema },
  { name: 'A2E', to: 'a2e', schema: () => a2eNegotiatedCapabilitiesSchema },
  { name: 'Relay', to: 'relay', schema: () => relaySessionCapabilitiesSchema },
  {
    name: 'mux',
    to: 'mux',
    schema: ({ subject }) =>
      subject.kind === 'model' ? muxModelCapabilitiesSchema : muxAgentCapabilitiesSchema,
  },
  { name: 'normalised ACP', to: 'acp', schema: () => agentsWireCapabilitiesSchema },
  { name: 'ACP version 1', to: 'acp', protocolVersion: 1, schema: () => acpInitializeV1Schema },
  { name: 'ACP version 2', to: 'acp', protocolVersion: 2, schema: () => acpInitializeV2Schema },
  { name: 'a profile', to: 'profile', schema: () => capabilityProfileSchema },
]

const pairs = sources.flatMap((source) => targets.map((target) => ({ source, target })))

function hasFrozen(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  return Object.isFrozen(data) || Object.values(data).some(hasFrozen)
}

/** The capabilities that both profiles know but disagree about. */
function contradictions(source: CapabilityProfile, written: CapabilityProfile): string[] {
  return Object.keys(written.facts).filter((id) => {
    const [before, after] = [supportOf(source, id), supportOf(written, id)]
    if (before === 'unknown' || after === 'unknown') return false
    const [valueBefore, valueAfter] = [valueOf(source, id), valueOf(written, id)]
    const sameValue =
      valueBefore === undefined ||
      valueAfter === undefined ||
      JSON.stringify(valueBefore) === JSON.stringify(valueAfter)
    return before !== after || !sameValue
  })
}

describe.each(pairs)('from $source.name to $target.name', ({ source, target }) => {
  const { from, declarations } = source
  const { to, protocolVersion } = target
  const options = { from, to, ...(protocolVersion === undefined ? {} : { protocolVersion }) }

  test('gives a valid declaration and reports every contradiction with its source', () => {
    fc.assert(
      fc.property(declarations, (data) => {
        const before = JSON.stringify(data)
        const profile = readDeclaration(from, data)
        const { declaration, notCarried, assumed } = convertDeclaration(data, options)

        expect(JSON.stringify(data)).toBe(before)
        expect(hasFrozen(data)).toBe(false)
        expect(JSON.stringify(convertDeclaration(data, options).declaration)).toBe(
          JSON.stringify(declaration),
        )

        const written: unknown = JSON.parse(JSON.stringify(declaration))
        expect(target.schema(profile).safeParse(written).error?.issues).toBeUndefined()
        // The writer chooses the protocol version; it is not a capability.
        const reported = new Set(['acp.protocol-version', ...notCarried.map(({ id }) => id), ...assumed])
        const context = { subject: profile.subject }
        const unreported = contradictions(profile, readDeclaration(to, written, context))
        expect(unreported.filter((id) => !reported.has(id))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
