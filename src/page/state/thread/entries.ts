import type { ThreadEntry } from './thread-entry.ts'

/** A change of the entries of a thread; the list itself where nothing changes. */
export type EntriesChange = (entries: readonly ThreadEntry[]) => readonly ThreadEntry[]

type EntryOf<Kind extends ThreadEntry['kind']> = Extract<ThreadEntry, { kind: Kind }>

/** Puts an entry in the place of the one with its kind and id, or at the end. */
export function putEntry(entries: readonly ThreadEntry[], entry: ThreadEntry): readonly ThreadEntry[] {
  const index = indexOf(entries, entry)
  return index === -1 ? [...entries, entry] : entries.with(index, entry)
}

/** Changes the entry with a kind and an id, where there is one. */
export function changeEntry<Kind extends ThreadEntry['kind']>(
  name: { kind: Kind; id: string },
  change: (entry: EntryOf<Kind>) => ThreadEntry,
): EntriesChange {
  return (entries) => {
    const index = indexOf(entries, name)
    const entry = entries[index]
    return entry === undefined ? entries : entries.with(index, change(entry as EntryOf<Kind>))
  }
}

/** What grows is near the end. */
function indexOf(entries: readonly ThreadEntry[], { kind, id }: { kind: string; id: string }): number {
  return entries.findLastIndex((entry) => entry.id === id && entry.kind === kind)
}
