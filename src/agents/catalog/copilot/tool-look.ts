import { resolve } from 'node:path'
import type { FileChange } from '../../../events/tools/diff.ts'
import type { ToolKind } from '../../../events/tools/tool-call.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import {
  fieldsOf,
  type Fields,
  listOf,
  present,
  shownText,
  textOf,
  type ToolLook,
  without,
} from '../../command-line/read-values.ts'

/** The kinds of the tools seen in recordings. */
const kinds: Readonly<Record<string, ToolKind>> = { bash: 'execute', view: 'read', apply_patch: 'edit' }

export function toolKind(tool: string): ToolKind {
  return (Object.hasOwn(kinds, tool) ? kinds[tool] : undefined) ?? 'other'
}

/** Describes a call for display, from a line with complete input. */
export function toolLook(call: Fields, cwd: string): ToolLook {
  const path = textOf(fieldsOf(call.arguments).path)
  return present({
    title: textOf(call.intentionSummary) ?? textOf(call.toolTitle),
    locations: path === undefined ? undefined : [{ path: resolve(cwd, path) }],
  })
}

/** The display content of a finished call: changed files, or its text. */
export function shownResult({ fileEdits, result }: Fields): ToolContent[] | undefined {
  const { content, detailedContent } = fieldsOf(result)
  const changes = listOf(fileEdits).map((edit) => readChange(fieldsOf(edit)))
  if (changes.length === 0) return typeof content === 'string' ? [shownText(content)] : undefined
  const patch = textOf(detailedContent)
  return [
    {
      type: 'diff',
      changes,
      ...(patch === undefined ? {} : { patch: { format: 'git-patch', text: patch } }),
    },
  ]
}

function readChange(edit: Fields): FileChange {
  const { path, kind } = edit
  if (typeof path === 'string' && kind === 'create') return { operation: 'add', path }
  if (typeof path === 'string' && kind === 'edit') return { operation: 'modify', path }
  return { operation: 'unknown', originalOperation: String(kind), data: without(edit, 'kind') }
}
