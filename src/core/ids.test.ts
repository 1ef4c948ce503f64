import { describe, expect, test } from 'vitest'
import { createId, createIdFactory } from './ids.ts'
import { ManualClock } from './manual-clock.ts'

describe('createId', () => {
  test('has the ULID layout, with an optional prefix', () => {
    expect(createId()).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(createId('run')).toMatch(/^run_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(encodeURIComponent(createId('tool-call'))).toMatch(/^tool-call_[0-9A-Z]{26}$/)
  })

  test('sorts in the order of creation and never repeats', () => {
    const ids = Array.from({ length: 20_000 }, () => createId())
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(20_000)
  })

  test.each(['', 'Run', '1a', 'a_b', 'a b', 'é', '../x'])('rejects %j as a prefix', (prefix) => {
    expect(() => createId(prefix)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })
})

function timeOf(now: number): string {
  return createIdFactory({ clock: new ManualClock(now) })().slice(0, 10)
}

describe('createIdFactory', () => {
  test('encodes the time of its clock', () => {
    expect(timeOf(0)).toBe('0000000000')
    expect(timeOf(1)).toBe('0000000001')
    expect(timeOf(1_469_918_176_385)).toBe('01ARYZ6S41')
    expect(timeOf(2 ** 48 - 1)).toBe('7ZZZZZZZZZ')
    expect(timeOf(1.9)).toBe('0000000001')
  })

  test('is random in each millisecond and increments within one', async () => {
    const clock = new ManualClock(5)
    const create = createIdFactory({ clock })
    const [first, second] = [create(), create()]
    await clock.advance(1)
    const third = create()
    expect(first < second && second < third).toBe(true)
    expect([first, second, third].map((id) => id.slice(0, 10))).toEqual([
      '0000000005',
      '0000000005',
      '0000000006',
    ])
    expect(first.slice(10, 22)).toBe(second.slice(10, 22))
    expect(third.slice(10)).not.toBe(second.slice(10))
  })

  test('keeps rising when the clock is set back', () => {
    let now = 1000
    const create = createIdFactory({ clock: { now: () => now } })
    const before = create()
    now = 10
    const after = create()
    expect(before < after).toBe(true)
    expect(after.slice(0, 10)).toBe('00000000Z8')
  })

  test('creates different ids in two factories with the same clock', () => {
    const clock = new ManualClock(0)
    expect(createIdFactory({ clock })()).not.toBe(createIdFactory({ clock })())
  })
})
