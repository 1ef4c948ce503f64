import { expect, it } from 'vitest'
import { type DraftStorage, readDraft, saveDraft } from './drafts.ts'

function storage(): DraftStorage {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

it('keeps one draft per thread, until it is empty', () => {
  const kept = storage()
  saveDraft(kept, 'one', 'hello\nworld ')
  saveDraft(kept, 'two', 'other')
  expect([readDraft(kept, 'one'), readDraft(kept, 'two'), readDraft(kept, 'three')]).toEqual([
    'hello\nworld ',
    'other',
    '',
  ])
  saveDraft(kept, 'one', '')
  expect(readDraft(kept, 'one')).toBe('')
  expect(kept.length).toBe(1)
})

it('drops the oldest of more than 50 drafts, and nothing else', () => {
  const kept = storage()
  kept.setItem('capstan-theme', 'dark')
  kept.setItem('capstan-draft:old', '1 old text')
  for (let index = 0; index < 50; index++) saveDraft(kept, `t${index}`, 'text')
  expect(readDraft(kept, 'old')).toBe('')
  expect(readDraft(kept, 't0')).toBe('text')
  expect(kept.length).toBe(51)
})

it('survives a full storage', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => saveDraft(full, 'one', 'text')).not.toThrow()
})
