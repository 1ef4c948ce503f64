import { requireString } from '../core/check-argument.ts'
import { onFirstUse } from '../core/on-first-use.ts'
import { executionRows } from './dictionary/execution-and-state.ts'
import { sessionRows } from './dictionary/identity-and-sessions.ts'
import { modelRows } from './dictionary/models-and-messages.ts'
import { promptRows } from './dictionary/prompts-and-tools.ts'
import type { DictionaryPlaces } from './dictionary/row.ts'

/** One capability: its id, its meaning and its field in each ecosystem. */
export interface DictionaryEntry extends DictionaryPlaces {
  /** A dotted noun; `<…>` stands for any name of a family. */
  id: string
  means: string
  /** The content of the value, if the capability has one. */
  value?: string
}

// Pure calls: a bundler drops the dictionary from a page that only converts.

/** Every canonical capability, grouped by subject. */
export const dictionary: readonly DictionaryEntry[] = /* @__PURE__ */ allEntries()

const exactIds = /* @__PURE__ */ onFirstUse(() => new Map(dictionary.map((entry) => [entry.id, entry])))
const families = /* @__PURE__ */ onFirstUse(() => dictionary.filter(({ id }) => id.includes('<')))

function allEntries(): DictionaryEntry[] {
  const rows = [...sessionRows, ...promptRows, ...executionRows, ...modelRows]
  return rows.map(([id, means, places = {}, value]) => ({
    id,
    means,
    ...places,
    ...(value === undefined ? {} : { value }),
  }))
}

/** Returns the entry for an id, also for a member of a family; undefined for an id outside the dictionary. */
export function dictionaryEntry(id: string): DictionaryEntry | undefined {
  requireString(id, 'id')
  return (
    exactIds().get(id) ??
    families().find((family) => id.startsWith(family.id.slice(0, family.id.indexOf('<'))))
  )
}
