import { useState } from 'preact/hooks'
import { readDraft, saveDraft } from '../state/threads/drafts.ts'

/** The unsent text of a thread, kept in the browser: also after a reload, and while another thread is shown. */
export function useDraft(thread: string): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ thread, text: readDraft(localStorage, thread) }))
  const current = draft.thread === thread ? draft : { thread, text: readDraft(localStorage, thread) }
  if (current !== draft) setDraft(current)
  const setText = (text: string): void => {
    saveDraft(localStorage, thread, text)
    setDraft({ thread, text })
  }
  return [current.text, setText]
}
