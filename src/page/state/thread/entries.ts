import type { ThreadEntry } from './thread-entry.ts'

/** Returns the changed entries, or the same list if nothing changes. */
export type EntriesChange = (entries: readonly ThreadEntry[]) => readonly ThreadEntry[]

type EntryOf<Kind extends ThreadEntry['kind']> = Extract<ThreadEntry, { kind: Kind }>

/** Replaces the entry of the same kind and id, or appends it. */
export function putEntry(entries: readonly ThreadEntry[], entry: ThreadEntry): readonly ThreadEntry[] {
  const index = indexOf(entries, entry)
  return index === -1 ? [...entries, entry] : entries.with(index, entry)
}

/** Changes the entry with this kind and id, if it exists. */
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

/** Searches from the end: growing entries are the latest. */
function indexOf(entries: readonly ThreadEntry[], { kind, id }: { kind: string; id: string }): number {
  return entries.findLastIndex((entry) => entry.id === id && entry.kind === kind)
}
