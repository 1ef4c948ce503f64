import type { ToolContent } from '../../../events/tools/tool-content.ts'
import { fieldsOf, listOf, shownChange, shownText, unknownPart } from '../../command-line/read-values.ts'
import type { ToolTable } from '../../command-line/tool-display.ts'

/** The tools with known input, displayed as the ACP bridge does. */
export const claudeTools: ToolTable = {
  Bash: { kind: 'execute', title: 'command' },
  Read: { kind: 'read', path: 'file_path' },
  Write: { kind: 'edit', path: 'file_path', newText: 'content' },
  Edit: { kind: 'edit', path: 'file_path', oldText: 'old_string', newText: 'new_string' },
  NotebookEdit: { kind: 'edit', path: 'notebook_path', verb: 'Edit' },
  Glob: { kind: 'search', title: 'pattern' },
  Grep: { kind: 'search', title: 'pattern' },
  WebFetch: { kind: 'fetch', title: 'url' },
  WebSearch: { kind: 'fetch', title: 'query' },
  Task: { kind: 'think', title: 'description' },
  Agent: { kind: 'think', title: 'description' },
  TaskCreate: { kind: 'think', title: 'subject' },
  TaskUpdate: { kind: 'think', title: 'subject' },
  TaskList: { kind: 'think' },
  TaskGet: { kind: 'think' },
  TodoWrite: { kind: 'think' },
  EnterPlanMode: { kind: 'switch-mode' },
  ExitPlanMode: { kind: 'switch-mode' },
}

/** The file change in a result, for a call that did not know the old text. */
export function replacedText(result: unknown): ToolContent[] | undefined {
  const { filePath, originalFile, content } = fieldsOf(result)
  if (typeof filePath !== 'string' || typeof originalFile !== 'string') return undefined
  return typeof content === 'string' ? [shownChange(filePath, content, originalFile)] : undefined
}

/** The display content of a tool result. */
export function shownResult(content: unknown): ToolContent[] {
  if (typeof content === 'string') return [shownText(content)]
  return listOf(content).map((item): ToolContent => {
    const block = fieldsOf(item)
    const { data, media_type: mimeType } = fieldsOf(block.source)
    if (block.type === 'text' && typeof block.text === 'string') return shownText(block.text)
    if (block.type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
      return { type: 'content', content: { type: 'image', data, mimeType } }
    return unknownPart(block)
  })
}
