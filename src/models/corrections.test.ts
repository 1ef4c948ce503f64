import { describe, expect, it } from 'vitest'
import { correct } from './corrections.ts'
import type { ModelRecord } from './model-record.ts'

const record: ModelRecord = {
  id: 'm',
  name: 'M',
  context: 1000,
  output: 100,
  price: { input: 2, output: 10, cacheRead: 0.2 },
  source: 'models.dev',
  date: '2026-09-30',
}
const correction = { provider: 'p', model: 'm', date: '2026-11-02', evidence: 'seen' }

describe('correct', () => {
  it('does not change a record without a correction', () => {
    expect(correct(record, undefined)).toBe(record)
  })

  it('adds missing fields regardless of the date', () => {
    const later = { ...record, date: '2027-01-01' }
    expect(correct(later, { ...correction, successor: 'n', deprecatedSince: '2026-10-01' })).toEqual({
      ...later,
      successor: 'n',
      deprecatedSince: '2026-10-01',
      correction: { fields: ['successorModelId', 'deprecatedSince'], date: '2026-11-02', evidence: 'seen' },
    })
  })

  it('replaces values of older sources but not of newer ones', () => {
    const changes = { ...correction, price: { cacheRead: 0.1 }, deprecated: true as const }
    expect(correct(record, changes)).toEqual({
      ...record,
      price: { input: 2, output: 10, cacheRead: 0.1 },
      deprecated: true,
      correction: {
        fields: ['deprecated', 'cachedInputPricePerMillion'],
        date: '2026-11-02',
        evidence: 'seen',
      },
    })
    const later = { ...record, date: '2026-11-02' }
    expect(correct(later, changes)).toEqual(later)
  })

  it('invents no price', () => {
    const { price: _, ...unpriced } = record
    expect(correct(unpriced, { ...correction, price: { cacheRead: 0.1 } })).toEqual(unpriced)
  })
})
