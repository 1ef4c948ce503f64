import type { AgentEvent } from '../../../events/event.ts'
import type { PlanEntry } from '../../../events/tools/plan.ts'
import type { ToolContent } from '../../../events/tools/tool-content.ts'
import type { ToolUpdatedEvent } from '../../../events/tools/tool-call.ts'
import {
  countOf,
  type Fields,
  fieldsOf,
  listOf,
  present,
  showsChange,
  shownText,
  textOf,
} from '../../command-line/read-values.ts'
import { type ShownTool, toolLook, type ToolTable } from '../../command-line/tool-display.ts'

/** The tools that OpenCode offers to a model. */
const opencodeTools: ToolTable = {
  bash: { kind: 'execute', title: 'command' },
  read: { kind: 'read', path: 'filePath', verb: 'Read' },
  edit: { kind: 'edit', path: 'filePath', verb: 'Edit', oldText: 'oldString', newText: 'newString' },
  write: { kind: 'edit', path: 'filePath', verb: 'Write', newText: 'content' },
  glob: { kind: 'search', title: 'pattern' },
  grep: { kind: 'search', title: 'pattern' },
  webfetch: { kind: 'fetch', title: 'url' },
  task: { kind: 'think', title: 'description' },
  todowrite: { kind: 'think' },
  skill: { kind: 'other', title: 'name' },
}

/** OpenCode reports a call once, at its end: emits both its start and its end. */
export function toolEvents(part: Fields, cwd: string): AgentEvent[] | undefined {
  const [toolCallId, tool] = [textOf(part.callID), textOf(part.tool)]
  if (toolCallId === undefined || tool === undefined) return undefined
  const state = fieldsOf(part.state)
  const { input } = state
  const time = fieldsOf(state.time)
  const [began, ended] = [countOf(time.start), countOf(time.end)]
  const look = overwriting(toolLook(opencodeTools, tool, { input, cwd }), fieldsOf(state.metadata))
  const title = textOf(state.title)
  const called: AgentEvent = {
    type: 'tool.called',
    toolCallId,
    tool,
    ...look,
    ...present({ title, input, at: began }),
    status: 'in-progress',
  }
  const durationMs = began === undefined || ended === undefined ? undefined : Math.max(0, ended - began)
  const updated: AgentEvent = {
    type: 'tool.updated',
    toolCallId,
    ...outcome(state, { keepsContent: showsChange(look.content) }),
    ...present({ durationMs, at: ended }),
  }
  return [called, updated, ...planOf(tool, state)]
}

/** Only the result says whether a written file existed before. */
function overwriting(look: ShownTool, { exists }: Fields): ShownTool {
  if (exists !== true || look.content === undefined) return look
  const content = look.content.map((shown) =>
    shown.type === 'diff'
      ? { ...shown, changes: shown.changes.map((change) => ({ ...change, operation: 'modify' as const })) }
      : shown,
  )
  return { ...look, content: content as ToolContent[] }
}

type Outcome = Pick<ToolUpdatedEvent, 'status' | 'output' | 'content' | 'error'>

function outcome(state: Fields, { keepsContent }: { keepsContent: boolean }): Outcome {
  if (state.status === 'error') {
    const message = textOf(state.error) ?? 'The tool failed'
    const isRefused = /^the user rejected permission/i.test(message)
    return { status: 'failed', error: isRefused ? { message, code: 'PERMISSION_DENIED' } : { message } }
  }
  const { output, metadata } = state
  const shown: ToolContent[] | undefined =
    typeof output !== 'string' || output === '' || keepsContent ? undefined : [shownText(output)]
  const status = textOf(state.status) ?? 'unknown'
  return { status, ...present({ output: present({ output, metadata }), content: shown }) }
}

/** The task list tool holds the plan of the session. */
function planOf(tool: string, state: Fields): AgentEvent[] {
  if (tool !== 'todowrite' || state.status !== 'completed') return []
  const entries = listOf(fieldsOf(state.input).todos)
    .map(fieldsOf)
    .flatMap((todo): PlanEntry[] => {
      const content = textOf(todo.content)
      if (content === undefined) return []
      const status = (textOf(todo.status) ?? 'pending').replaceAll('_', '-')
      return [{ content, status, priority: textOf(todo.priority) ?? 'medium' }]
    })
  return [{ type: 'plan.updated', plan: { type: 'items', entries } }]
}
