import { describe, expect, it } from 'vitest'
import { mergeRemote } from './merge-remote.ts'
import type { ModelRecord } from '../model-record.ts'

const at = '2026-12-01T10:00:00.000Z'

function record(id: string, change: Partial<ModelRecord> = {}): ModelRecord {
  return { id, name: id, context: 1000, output: 100, source: 'models.dev', date: '2026-09-30', ...change }
}

describe('mergeRemote', () => {
  it('adds fetched models, marks removed ones and keeps those of other sources', () => {
    const bundled = {
      provider: 'p',
      api: 'old',
      models: [record('gone'), record('other', { source: 'pi-ai 1.5.0' }), record('same')],
    }
    const fetched = [
      record('new', { date: '2026-12-01' }),
      record('same', { context: 2000, date: '2026-12-01' }),
    ]
    expect(mergeRemote(bundled, { provider: 'p', api: 'new', models: fetched }, at)).toEqual({
      provider: 'p',
      api: 'new',
      models: [
        record('gone', { deprecated: true, derived: ['deprecated'] }),
        record('new', { date: '2026-12-01', fetchedAt: at }),
        record('other', { source: 'pi-ai 1.5.0' }),
        record('same', { context: 2000, date: '2026-12-01', fetchedAt: at }),
      ],
    })
    expect(bundled.models[0]).toEqual(record('gone'))
  })

  it('marks nothing for another source', () => {
    const bundled = { provider: 'p', api: '', models: [record('gone')] }
    const remote = { provider: 'p', api: '', models: [record('new', { source: 'company list' })] }
    expect(mergeRemote(bundled, remote, at).models[0]).toEqual(record('gone'))
  })

  it('works without bundled models', () => {
    const remote = { provider: 'p', api: '', models: [record('new')] }
    expect(mergeRemote(undefined, remote, at).models).toEqual([record('new', { fetchedAt: at })])
  })
})
