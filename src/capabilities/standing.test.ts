import { describe, expect, test } from 'vitest'
import { createProfile, type ProfileSubject } from './profile.ts'
import { standingOf } from './standing.ts'

const agent: ProfileSubject = { kind: 'agent', id: 'some-agent' }

function standing(subject: ProfileSubject, id: string): string {
  return standingOf(createProfile(subject, []), id)
}

describe('without evidence', () => {
  test.each([
    ['model.context-window', 'model'],
    ['delivery.immediate', 'session'],
    ['host.fs', 'host'],
  ] as const)('%s applies to a %s and not to an agent', (id, kind) => {
    expect(standing(agent, id)).toBe('not-applicable')
    expect(standing({ kind, id: 'x' }, id)).toBe('unknown')
  })

  test.each([
    'transport.websocket',
    'transport.resumable',
    'state.deltas',
    'identity.type',
    'output.mime-types',
    'interaction.interrupts',
    'interaction.feedback',
    'thinking.encrypted',
  ])('applies %s only to servers of agents', (id) => {
    expect(standing(agent, id)).toBe('not-applicable')
    expect(standing({ ...agent, surface: 'ag-ui' }, id)).toBe('unknown')
  })

  test.each([
    'transport.streaming',
    'state.memory',
    'output.image',
    'output.audio',
    'prompt.video',
    'prompt.pdf',
    'tools.client-provided',
    'interaction.approve-with-edits',
    'multi-agent.handoffs',
    'execution.max-time',
  ])('applies %s to agents', (id) => {
    expect(standing(agent, id)).toBe('unknown')
  })
})

test('decides by evidence for every kind of subject', () => {
  const claim = {
    id: 'interaction.interrupts',
    evidence: { source: 'declared', support: 'supported' },
  } as const
  expect(standingOf(createProfile(agent, [claim]), 'interaction.interrupts')).toBe('supported')
  const silent = { ...claim, evidence: { source: 'declared', support: 'unknown' } } as const
  expect(standingOf(createProfile(agent, [silent]), 'interaction.interrupts')).toBe('not-applicable')
})
