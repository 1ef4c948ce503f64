import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../../test/profile-of.ts'
import { fromProfile, toProfile } from './index.ts'

const no = { support: 'unsupported' } as const

describe('reading', () => {
  test('accepts names of object members as names', () => {
    const names = ['constructor', '__proto__', 'toString']
    const entries = names.map((capability) => ({ capability, enabled: true, metadata: {} }))
    const { facts } = toProfile({ accepted_caps: entries })
    const supported = Object.values(facts).filter(({ support }) => support === 'supported')
    expect(supported.map(({ id }) => id)).toEqual(['host.constructor', 'host.__proto__', 'host.toString'])
  })

  test('reads a limit of one task as no parallel work', () => {
    const parallel = (max_parallel: number) =>
      toProfile({ accepted_caps: [], max_parallel }).facts['execution.parallel']
    const base = { source: 'advertised', origin: 'a2e' }
    expect(parallel(1)).toEqual({
      id: 'execution.parallel',
      support: 'unsupported',
      value: 1,
      evidence: [{ ...base, support: 'unsupported', value: 1 }],
    })
    expect(parallel(2)).toEqual({
      id: 'execution.parallel',
      support: 'supported',
      value: 2,
      evidence: [{ ...base, support: 'supported', value: 2 }],
    })
  })
})

describe('writing', () => {
  test('offers the own capabilities of the subject', () => {
    expect(fromProfile(profileOf({ 'tools.native': {}, 'multi-agent.delegation': no }))).toEqual({
      declaration: {
        accepted_caps: [
          { capability: 'tools', enabled: true, metadata: {} },
          { capability: 'multi_agent', enabled: false, metadata: { reason: 'not supported' } },
        ],
      },
      notCarried: [],
      assumed: [],
    })
  })

  test('keeps a known offer and reports a different fact as lost', () => {
    const facts = { 'host.tools': { ...no, detail: 'omitted' }, 'tools.native': {} }
    expect(fromProfile(profileOf(facts))).toEqual({
      declaration: { accepted_caps: [] },
      notCarried: [
        { id: 'tools.native', support: 'supported', reason: 'this shape has no field for this capability' },
      ],
      assumed: [],
    })
  })

  test('writes details with a name and reports the others as lost', () => {
    const facts = { 'host.env': { value: 'gym' }, 'host.mcp': { ...no, value: [1, 2] } }
    const reason = 'this shape can only hold an object'
    expect(fromProfile(profileOf(facts))).toEqual({
      declaration: {
        accepted_caps: [
          { capability: 'env', enabled: true, metadata: {} },
          { capability: 'mcp', enabled: false, metadata: { reason: 'not supported' } },
        ],
      },
      notCarried: [
        { id: 'host.env', support: 'supported', value: 'gym', reason },
        { id: 'host.mcp', support: 'unsupported', value: [1, 2], reason },
      ],
      assumed: [],
    })
  })

  test.each([
    { support: 'supported', value: 2 },
    { support: 'unsupported', value: 1 },
    { support: 'unknown', value: 1 },
  ] as const)('the number of tasks is written when it says the same: $value, $support', (evidence) => {
    expect(fromProfile(profileOf({ 'execution.parallel': evidence }))).toEqual({
      declaration: { accepted_caps: [], max_parallel: evidence.value },
      notCarried: [],
      assumed: [],
    })
  })

  test.each([
    { support: 'supported', value: 1 },
    { support: 'unsupported', value: 2 },
    { support: 'unsupported', value: 0 },
    { support: 'supported', value: 2.5 },
  ] as const)('and is not carried otherwise: $value, $support', (evidence) => {
    expect(fromProfile(profileOf({ 'execution.parallel': evidence }))).toEqual({
      declaration: { accepted_caps: [] },
      notCarried: [
        {
          id: 'execution.parallel',
          ...evidence,
          reason: 'this shape has a whole number of tasks, and several are a yes',
        },
      ],
      assumed: [],
    })
  })
})
