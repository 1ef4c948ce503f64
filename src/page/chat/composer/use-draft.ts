import { useState } from 'preact/hooks'
import { readDraft, saveDraft } from '../../state/threads/drafts.ts'
import type { Said } from '../chat-store.ts'

export interface Draft {
  readonly said: Said
  readonly change: (change: Partial<Said>) => void
  /** Adds a message to the draft and keeps the existing text. */
  readonly add: (said: Said) => void
  readonly clear: () => void
}

/** The unsent message of a thread. The browser keeps its text, also after a reload and while another thread is shown. */
export function useDraft(thread: string): Draft {
  const [draft, setDraft] = useState(() => ({ thread, said: savedMessage(thread) }))
  const current = draft.thread === thread ? draft : { thread, said: savedMessage(thread) }
  if (current !== draft) setDraft(current)
  const set = (next: (before: Said) => Said): void =>
    setDraft((before) => {
      const said = next(before.thread === thread ? before.said : savedMessage(thread))
      saveDraft(localStorage, thread, said.text)
      return { thread, said }
    })
  return {
    said: current.said,
    change: (changed) => set((before) => ({ ...before, ...changed })),
    add: ({ text, parts }) =>
      set((before) => ({
        text: before.text.trim() === '' ? text : `${before.text.trimEnd()}\n\n${text}`,
        parts: [...before.parts, ...parts],
      })),
    clear: () => set(() => ({ text: '', parts: [] })),
  }
}

function savedMessage(thread: string): Said {
  return { text: readDraft(localStorage, thread), parts: [] }
}
