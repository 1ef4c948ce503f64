import type { AgentEvent } from '../../../events/event.ts'
import { type Fields, fieldsOf, listOf, present, textOf } from '../../command-line/read-values.ts'
import { toolLook, type ToolTable } from '../../command-line/tool-display.ts'

const tools: ToolTable = {
  exec: { kind: 'execute' },
  read: { kind: 'read' },
  edit: { kind: 'edit' },
  write: { kind: 'edit' },
}

/** OpenClaw reports only the names of called tools, once each and after the run, without input or output. */
export function toolEvents(envelope: Fields): AgentEvent[] {
  const summary = fieldsOf(envelope.toolSummary)
  const status = summary.failures === 0 ? 'completed' : undefined
  return listOf(summary.tools).flatMap((name): AgentEvent[] => {
    const tool = textOf(name)
    if (tool === undefined) return []
    const look = toolLook(tools, tool, { input: undefined, cwd: '' })
    const toolCallId = `${textOf(envelope.sessionId) ?? 'session'}-${tool}`
    return [{ type: 'tool.called', toolCallId, tool, ...look, ...present({ status }) }]
  })
}
