import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../../test/profile-of.ts'
import { fromProfile, toProfile } from './index.ts'

describe('reading', () => {
  test('reads name and version into the subject', () => {
    expect(toProfile({ identity: { name: 'my-agent', version: '1.0.0' } })).toEqual({
      subject: { kind: 'agent', id: 'my-agent', version: '1.0.0' },
      facts: {
        'identity.name': {
          id: 'identity.name',
          support: 'supported',
          value: 'my-agent',
          evidence: [
            {
              source: 'declared',
              origin: 'ag-ui',
              agentVersion: '1.0.0',
              support: 'supported',
              value: 'my-agent',
            },
          ],
        },
        'identity.version': {
          id: 'identity.version',
          support: 'supported',
          value: '1.0.0',
          evidence: [
            {
              source: 'declared',
              origin: 'ag-ui',
              agentVersion: '1.0.0',
              support: 'supported',
              value: '1.0.0',
            },
          ],
        },
      },
    })
  })

  test('reads nothing from an empty declaration', () => {
    expect(toProfile({})).toEqual({ subject: { kind: 'agent', id: 'unknown' }, facts: {} })
  })

  test('reads subagents under the old name, the new name or both as one list', () => {
    const [scout, other] = [{ name: 'scout' }, { name: 'other' }]
    const listed = (multiAgent: object) => toProfile({ multiAgent }).facts['multi-agent.delegation']?.value
    expect(listed({ subAgents: [scout] })).toEqual([scout])
    expect(listed({ subagents: [scout] })).toEqual([scout])
    expect(listed({ subagents: [scout], subAgents: [{ name: 'scout', description: 'old' }, other] })).toEqual(
      [scout, other],
    )
  })

  test('reads false in custom as unsupported and any other value as supported', () => {
    const { facts } = toProfile({ custom: { off: false, zero: 0, nothing: null } })
    expect(Object.values(facts).map(({ id, support, value }) => [id, support, value])).toEqual([
      ['custom.ag-ui.off', 'unsupported', false],
      ['custom.ag-ui.zero', 'supported', 0],
      ['custom.ag-ui.nothing', 'supported', null],
    ])
  })
})

describe('writing', () => {
  test('writes the title as the name and reports the name as lost', () => {
    const facts = { 'identity.name': { value: '@scope/agent' }, 'identity.title': { value: 'Agent' } }
    expect(fromProfile(profileOf(facts))).toEqual({
      declaration: { identity: { name: 'Agent' } },
      notCarried: [
        {
          id: 'identity.name',
          support: 'supported',
          value: '@scope/agent',
          reason: 'the title is used instead',
        },
      ],
      assumed: [],
    })
    const same = { 'identity.name': { value: 'Agent' }, 'identity.title': { value: 'Agent' } }
    expect(fromProfile(profileOf(same)).notCarried).toEqual([])
  })

  test.each(['session.load', 'session.resume'])('counts %s as state that outlives a run', (id) => {
    expect(fromProfile(profileOf({ [id]: {} })).declaration).toEqual({ state: { persistentState: true } })
    const refused = { [id]: {}, 'session.persistence': { support: 'unsupported' } } as const
    expect(fromProfile(profileOf(refused)).declaration).toEqual({ state: { persistentState: false } })
    expect(fromProfile(profileOf({ [id]: { support: 'unsupported' } })).declaration).toEqual({})
  })

  test('writes subagents under both names', () => {
    const facts = { 'multi-agent.delegation': { value: [{ name: 'scout' }] } }
    expect(fromProfile(profileOf(facts)).declaration).toEqual({
      multiAgent: { delegation: true, subagents: [{ name: 'scout' }], subAgents: [{ name: 'scout' }] },
    })
  })

  test('writes facts of another ecosystem below its name in custom', () => {
    const facts = {
      'custom.acp.steering': { value: { supported: true } },
      'custom.acp.a.b': { value: null },
      'custom.ag-ui.rateLimit': { value: 60 },
      'custom.bare': { value: 1 },
    }
    expect(fromProfile(profileOf(facts))).toStrictEqual({
      declaration: {
        custom: { rateLimit: 60, bare: 1, acp: { steering: { supported: true }, 'a.b': null } },
      },
      notCarried: [],
      assumed: [],
    })
  })

  test('writes a custom fact without a value as a boolean, and omits an unknown one', () => {
    const facts = {
      'custom.acme.turbo': {},
      'custom.acme.slow': { support: 'unsupported' },
      'custom.acme.odd': { support: 'unknown' },
    } as const
    expect(fromProfile(profileOf(facts))).toStrictEqual({
      declaration: { custom: { acme: { turbo: true, slow: false } } },
      notCarried: [],
      assumed: [],
    })
  })

  test('reports the value of an unsupported custom fact as lost', () => {
    expect(fromProfile(profileOf({ 'custom.acme.x': { support: 'unsupported', value: 3 } }))).toEqual({
      declaration: { custom: { acme: { x: false } } },
      notCarried: [
        {
          id: 'custom.acme.x',
          support: 'unsupported',
          value: 3,
          reason: 'this shape can only say yes or no',
        },
      ],
      assumed: [],
    })
  })

  test('reports a custom name that AG-UI uses itself as lost', () => {
    const facts = { 'custom.ag-ui.acp': { value: 'mine' }, 'custom.acp.steering': { value: {} } }
    expect(fromProfile(profileOf(facts))).toEqual({
      declaration: { custom: { acp: 'mine' } },
      notCarried: [{ id: 'custom.acp.steering', support: 'supported', value: {}, reason: '`acp` is taken' }],
      assumed: [],
    })
  })
})
