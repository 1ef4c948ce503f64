import * as fc from 'fast-check'
import type { Capability, NegotiatedCapabilities } from '../../src/capabilities/ecosystems/a2e/index.ts'
import { extras, flag, json, text } from './json.ts'

const published = ['skill', 'tools', 'toolkits', 'env', 'proc', 'memory', 'learning', 'chains', 'mcp']
const accepted = fc.constantFrom(...published, 'multi_agent', 'planning', 'test')

const metadata = fc.oneof(
  fc.record({ name: text, type: text, priority: fc.integer(), exclusive: flag }, { noNullPrototype: true }),
  extras([], json),
)

/** Several plugins may serve one capability; their entries then stand side by side. */
function entriesFor(capability: fc.Arbitrary<string>): fc.Arbitrary<Capability[]> {
  const entry = fc.record({ enabled: flag, metadata }, { noNullPrototype: true })
  return fc
    .tuple(capability, fc.array(entry, { minLength: 1, maxLength: 3 }))
    .map(([name, entries]) => entries.map((fields) => ({ capability: name, ...fields })))
}

function answer(capability: fc.Arbitrary<string>): fc.Arbitrary<NegotiatedCapabilities> {
  const groups = fc.uniqueArray(entriesFor(capability), {
    maxLength: 4,
    selector: ([first]) => first?.capability,
  })
  return fc.record(
    { accepted_caps: groups.map((list) => list.flat()), max_parallel: fc.integer({ min: 1, max: 64 }) },
    { requiredKeys: ['accepted_caps'], noNullPrototype: true },
  )
}

/**
 * A2E answers in normal form: `enabled` and `metadata` are written out, the entries for one capability stand
 * side by side, and every name is one that the reference client takes.
 */
export const a2eAnswer: fc.Arbitrary<NegotiatedCapabilities> = answer(accepted)

/** As above, but also with names that no client has heard of. */
export const a2eAnswerWithAnyName: fc.Arbitrary<NegotiatedCapabilities> = answer(
  fc.oneof(accepted, fc.string({ minLength: 1, maxLength: 6 }), fc.constantFrom('__proto__', 'constructor')),
)
