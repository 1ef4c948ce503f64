import { useState } from 'preact/hooks'
import { savedDraft, saveDraft } from '../../api/drafts.ts'
import type { Said } from '../chat-store.ts'

export interface Draft {
  readonly said: Said
  readonly change: (change: Partial<Said>) => void
  /** Adds a message to the draft without losing what is there. */
  readonly add: (said: Said) => void
  readonly clear: () => void
}

/** The message that the user writes. Its text survives a reload. */
export function useDraft(key: string): Draft {
  const [said, setSaid] = useState<Said>(() => ({ text: savedDraft(key), parts: [] }))
  const set = (next: (before: Said) => Said): void =>
    setSaid((before) => {
      const after = next(before)
      saveDraft(key, after.text)
      return after
    })
  return {
    said,
    change: (changed) => set((before) => ({ ...before, ...changed })),
    add: ({ text, parts }) =>
      set((before) => ({
        text: before.text.trim() === '' ? text : `${before.text.trimEnd()}\n\n${text}`,
        parts: [...before.parts, ...parts],
      })),
    clear: () => set(() => ({ text: '', parts: [] })),
  }
}
