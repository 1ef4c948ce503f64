import { useContext, useRef } from 'preact/hooks'
import { pathWithin } from '../../state/path-within.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { changedFiles } from '../../state/thread/changed-files.ts'
import type { ThreadEntry } from '../../state/thread/thread-entry.ts'
import { DiffView } from '../work/diff-view.tsx'
import { Folder } from '../folder.ts'
import { Sheet } from '../sheet.tsx'

interface ChangesProps {
  readonly entries: readonly ThreadEntry[]
  readonly onClose: () => void
}

/** All files that the tool calls of a thread changed, each from its first text to its last. */
export function ChangesSheet({ entries, onClose }: ChangesProps) {
  const folder = useContext(Folder)
  const list = useRef<HTMLDivElement>(null)
  const files = changedFiles(entries)
  const title = files.length === 1 ? 'Changes in 1 file' : `Changes in ${files.length} files`
  return (
    <Sheet title={title} kind="changes" onClose={onClose}>
      {files.length === 0 && <p class="quiet">The agent has not changed a file in this chat.</p>}
      {files.length > 1 && (
        <nav aria-label="Changed files">
          {files.map(({ path }, index) => (
            <button
              key={path}
              type="button"
              class="small"
              onClick={() => list.current?.children[index]?.scrollIntoView({ block: 'start' })}
            >
              {showDirectionMarks(pathWithin(folder, path))}
            </button>
          ))}
        </nav>
      )}
      <div ref={list} class="files">
        {files.map(({ path, diffs }) => (
          <section key={path} aria-label={showDirectionMarks(pathWithin(folder, path))}>
            {diffs.map((diff, index) => (
              <DiffView key={index} diff={diff} />
            ))}
          </section>
        ))}
      </div>
    </Sheet>
  )
}
