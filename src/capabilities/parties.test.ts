import { describe, expect, test } from 'vitest'
import type { Evidence, Support } from './evidence.ts'
import { explain } from './explain.ts'
import { createProfile, factOf } from './profile.ts'

type Said = Partial<Record<'agent' | 'model' | 'surface', Support>>

const pieces: Record<keyof Said, Omit<Evidence, 'support'>> = {
  agent: { source: 'observed' },
  model: { source: 'model', model: 'opus' },
  surface: { source: 'declared', party: 'surface' },
}

function supportBy(id: string, said: Said): Support {
  const claims = Object.entries(said).map(([party, support]) => ({
    id,
    evidence: { ...pieces[party as keyof Said], support },
  }))
  return factOf(createProfile({ kind: 'agent', id: 'claude', model: 'opus', surface: 'AG-UI' }, claims), id)
    .support
}

describe('a capability that every party must support', () => {
  test.each<[Said, Support]>([
    [{ agent: 'supported', model: 'supported', surface: 'supported' }, 'supported'],
    [{ agent: 'unsupported', model: 'supported' }, 'unsupported'],
    [{ agent: 'supported', model: 'unsupported' }, 'unsupported'],
    [{ agent: 'supported', model: 'supported', surface: 'unsupported' }, 'unsupported'],
    [{ agent: 'unknown', model: 'supported' }, 'unknown'],
    [{ model: 'supported' }, 'unknown'],
    [{ agent: 'supported' }, 'supported'],
  ])('a schema with %j is %s', (said, support) => {
    expect(supportBy('output.structured', said)).toBe(support)
  })
})

test.each(['thinking.supported', 'thinking.effort', 'thinking.budget'])(
  'lets the model alone decide about %s',
  (id) => {
    expect(supportBy(id, { agent: 'unsupported', model: 'supported' })).toBe('supported')
    expect(supportBy(id, { agent: 'supported', model: 'unsupported' })).toBe('unsupported')
    expect(supportBy(id, { agent: 'supported' })).toBe('supported')
  },
)

test('lets an agent put text into the prompt of a model without a file API', () => {
  expect(supportBy('prompt.file', { agent: 'supported', model: 'unsupported' })).toBe('supported')
})

test('lets the surface alone decide about its own transport and state', () => {
  expect(supportBy('state.snapshots', { surface: 'supported' })).toBe('supported')
  expect(supportBy('transport.websocket', { agent: 'supported', surface: 'unsupported' })).toBe('unsupported')
})

describe('without a transport', () => {
  const on = (transport: 'acp' | 'cli', support: Support): Evidence => ({
    source: 'declared',
    support,
    scope: { transport },
  })
  const supportOf = (subject: object, ...evidence: Evidence[]): Support =>
    factOf(
      createProfile(
        { kind: 'agent', id: 'pi', ...subject },
        evidence.map((piece) => ({ id: 'session.fork', evidence: piece })),
      ),
      'session.fork',
    ).support

  test.each<[Support, Support, Support]>([
    ['supported', 'unsupported', 'supported'],
    ['unsupported', 'supported', 'supported'],
    ['unsupported', 'unknown', 'unknown'],
    ['unsupported', 'unsupported', 'unsupported'],
  ])('acp %s and cli %s is %s', (acp, cli, support) => {
    expect(supportOf({}, on('acp', acp), on('cli', cli))).toBe(support)
    expect(supportOf({ transport: 'acp' }, on('acp', acp), on('cli', cli))).toBe(acp)
    expect(supportOf({ transport: 'cli' }, on('acp', acp), on('cli', cli))).toBe(cli)
  })

  test('prefers a narrower statement to a general one of the same source', () => {
    const general: Evidence = { source: 'declared', support: 'supported' }
    expect(supportOf({ transport: 'cli' }, general, on('cli', 'unsupported'))).toBe('unsupported')
    expect(supportOf({ transport: 'acp' }, general, on('cli', 'unsupported'))).toBe('supported')
  })
})

test('names the refusing party and the evidence outside the scope', () => {
  const claims: Evidence[] = [
    { source: 'observed', support: 'supported', scope: { transport: 'acp' } },
    { source: 'declared', support: 'unsupported', scope: { transport: 'cli' } },
    { source: 'model', support: 'unsupported', model: 'opus' },
  ]
  const profile = createProfile(
    { kind: 'agent', id: 'claude', model: 'opus', transport: 'acp' },
    claims.map((evidence) => ({ id: 'prompt.image', evidence })),
  )
  expect(explain(profile, 'prompt.image').evidence.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['decides', 'strongest evidence'],
    ['overruled', 'the model must support it too'],
    ['not applicable', 'applies on the command line only'],
  ])
})
