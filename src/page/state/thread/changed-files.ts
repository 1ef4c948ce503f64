import type { Diff, FileChange, KnownFileChange } from '../../../events/tools/diff.ts'
import type { ThreadEntry } from './thread-entry.ts'

/** The changes that a thread made to one file. */
export interface ChangedFile {
  /** Absolute path, after the last change. */
  readonly path: string
  /** The changes in order. Those that continue each other are one, from the first text to the last. */
  readonly diffs: readonly Diff[]
}

/** The changes of all completed tool calls, by file, in the order of their first change. */
export function changedFiles(entries: readonly ThreadEntry[]): ChangedFile[] {
  const files = new Map<string, readonly Diff[]>()
  for (const entry of entries) {
    if (entry.kind !== 'tool' || entry.status !== 'completed' || entry.isRefused) continue
    for (const part of entry.content) {
      if (part.type !== 'diff') continue
      for (const change of part.changes) add(files, change, part)
    }
  }
  return Array.from(files, ([path, diffs]) => ({ path, diffs })).filter(({ diffs }) => diffs.length > 0)
}

function add(files: Map<string, readonly Diff[]>, change: FileChange, { changes, patch }: Diff): void {
  if (change.operation === 'unknown') return
  const { path, oldPath, operation } = change
  const origin = operation === 'move' && oldPath !== undefined ? oldPath : path
  const before = files.get(origin) ?? []
  if (origin !== path) files.delete(origin)
  const text = patch === undefined ? undefined : patchOf(path, patch.text, changes.length === 1)
  const own: Diff = {
    type: 'diff',
    changes: [change],
    ...(patch === undefined || text === undefined ? {} : { patch: { ...patch, text } }),
  }
  files.set(path, joined(before, own, change))
}

/** Joins a change with the previous one if it starts from its text. */
function joined(before: readonly Diff[], own: Diff, change: KnownFileChange): readonly Diff[] {
  const previous = before.at(-1)?.changes[0]
  if (previous === undefined || previous.operation === 'unknown' || !continues(previous, change)) {
    return [...before, own]
  }
  const isNew = previous.operation === 'add'
  const isGone = change.operation === 'delete'
  const rest = before.slice(0, -1)
  // The file was made and removed, or has its first text again.
  if ((isNew && isGone) || (!isNew && !isGone && previous.oldText === change.newText)) return rest
  const { oldText, ...whole } = { ...previous, ...change, oldText: previous.oldText }
  return [
    ...rest,
    {
      type: 'diff',
      changes: [
        {
          ...whole,
          ...(oldText === undefined ? {} : { oldText }),
          operation: isNew ? 'add' : change.operation,
        },
      ],
    },
  ]
}

/** Texts can be excerpts of a file: two changes are one only if the second starts with the result of the first. */
function continues(previous: KnownFileChange, next: KnownFileChange): boolean {
  return previous.newText !== undefined && previous.newText === next.oldText
}

/** The part of a patch about one file. */
function patchOf(path: string, patch: string, isOnly: boolean): string | undefined {
  if (isOnly) return patch
  const parts = patch.split(/^(?=diff --git )/m)
  return parts.find((part) => {
    const name = /^diff --git .* b\/(.*)$/m.exec(part)?.[1]
    return name !== undefined && (path === name || path.endsWith(`/${name}`))
  })
}
