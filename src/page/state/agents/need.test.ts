import { describe, expect, it } from 'vitest'
import { createProfile } from '../../../capabilities/profile.ts'
import type { Support } from '../../../capabilities/evidence.ts'
import { type Candidate, idsFor, readNeed, verdictOn } from './need.ts'

function candidate(facts: Record<string, Support>, lowestPrice?: number): Candidate {
  const claims = Object.entries(facts).map(([id, support]) => ({
    id,
    evidence: { source: 'declared' as const, support },
  }))
  const profile = createProfile({ kind: 'agent', id: 'ada' }, claims)
  return { id: 'ada', name: 'Ada', profile, lowestPrice }
}

describe('readNeed', () => {
  it.each([
    ['', { words: [] }],
    ['Session.Resume, image', { words: ['session.resume', 'image'] }],
    ['image under $3/M', { words: ['image'], maxPrice: 3 }],
    ['under 0.25', { words: [], maxPrice: 0.25 }],
    ['<$1.5 / MTok mcp', { words: ['mcp'], maxPrice: 1.5 }],
    ['resume and image, with mcp under $1/M', { words: ['resume', 'image', 'mcp'], maxPrice: 1 }],
    ['thunder', { words: ['thunder'] }],
  ])('reads %j', (text, need) => {
    expect(readNeed(text)).toEqual(need)
  })
})

describe('verdictOn', () => {
  const able = candidate(
    { 'session.resume': 'supported', 'session.fork': 'unsupported', 'input.image': 'unknown' },
    2,
  )

  it.each([
    ['', 'supported'],
    ['resume', 'supported'],
    ['session', 'supported'],
    ['fork', 'unsupported'],
    ['image', 'unknown'],
    ['nobody-spoke-of-it', 'unknown'],
    ['ada', 'supported'],
    ['resume image', 'unknown'],
    ['resume image fork', 'unsupported'],
    ['under $2/M', 'supported'],
    ['resume under $1/M', 'unsupported'],
  ])('gives a verdict on %j', (text, verdict) => {
    expect(verdictOn(readNeed(text), able)).toBe(verdict)
  })

  it('returns unknown for an unknown price', () => {
    expect(verdictOn(readNeed('under $9/M'), candidate({}))).toBe('unknown')
  })
})

describe('idsFor', () => {
  it('keeps the matching ids, or all ids if none matches', () => {
    const ids = ['mcp.http', 'mcp.stdio', 'session.fork']
    expect(idsFor(readNeed('mcp'), ids)).toEqual(['mcp.http', 'mcp.stdio'])
    expect(idsFor(readNeed('claude'), ids)).toEqual(ids)
  })
})
