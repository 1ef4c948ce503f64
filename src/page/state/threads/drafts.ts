const prefix = 'capstan-draft:'
/** Drafts of this many threads are kept. */
const mostDrafts = 50

/** The part of the browser's storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The unsent text of a thread. */
export function readDraft(storage: DraftStorage, thread: string): string {
  const [, text = ''] = entryOf(storage.getItem(prefix + thread))
  return text
}

/** Keeps the unsent text of a thread; an empty text removes it. */
export function saveDraft(storage: DraftStorage, thread: string, text: string): void {
  if (text === '') {
    storage.removeItem(prefix + thread)
    return
  }
  try {
    storage.setItem(prefix + thread, `${Date.now()} ${text}`)
  } catch {
    // The storage is full: the text is still on the page.
  }
  dropOldest(storage)
}

function dropOldest(storage: DraftStorage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  const drafts = names.filter((name) => name.startsWith(prefix))
  if (drafts.length <= mostDrafts) return
  const aged = drafts.map((name) => ({ name, at: entryOf(storage.getItem(name))[0] }))
  for (const { name } of aged.toSorted((one, other) => other.at - one.at).slice(mostDrafts)) {
    storage.removeItem(name)
  }
}

function entryOf(entry: string | null): [at: number, text?: string] {
  const blank = entry?.indexOf(' ') ?? -1
  if (entry === null || blank === -1) return [0]
  return [Number(entry.slice(0, blank)), entry.slice(blank + 1)]
}
