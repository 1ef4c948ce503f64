import type { AgentEvent } from '../../../events/event.ts'
import { type Fields, fieldsOf, listOf, present, textOf } from '../../command-line/read-values.ts'
import { toolLook, type ToolTable } from '../../command-line/tool-display.ts'

const tools: ToolTable = {
  exec: { kind: 'execute' },
  read: { kind: 'read' },
  edit: { kind: 'edit' },
  write: { kind: 'edit' },
}

/** Only which tools were called is told, once each and after the fact, without what went in and what came out. */
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
