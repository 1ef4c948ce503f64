import { useMemo, useState } from 'preact/hooks'
import { Icon } from '../../icon.tsx'
import type { ThreadEntry } from '../../state/thread/thread-entry.ts'
import { useLoaded } from '../use-loaded.ts'
import { loadChangesSheet } from './changes-sheet.lazy.ts'

/** Opens all changes of a thread. Shown once a tool call has changed a file. */
export function ChangesButton({ entries }: { entries: readonly ThreadEntry[] }) {
  const [isOpen, setOpen] = useState(false)
  const { module: sheet } = useLoaded(loadChangesSheet, isOpen)
  const hasChanges = useMemo(
    () =>
      entries.some(
        (entry) =>
          entry.kind === 'tool' &&
          entry.status === 'completed' &&
          entry.content.some(({ type }) => type === 'diff'),
      ),
    [entries],
  )
  if (!hasChanges) return null
  return (
    <>
      <button
        type="button"
        class="plain tool-button changes-button"
        aria-label="All changes"
        title="All changes"
        data-shortcut="changes"
        onClick={() => setOpen(true)}
      >
        <Icon name="changes" />
      </button>
      {isOpen && sheet !== undefined && (
        <sheet.ChangesSheet entries={entries} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
