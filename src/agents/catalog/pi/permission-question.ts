import type { PermissionOutcome, PermissionRequestedEvent } from '../../../events/permission.ts'
import { type Fields, fieldsOf, present, textOf } from '../../command-line/read-values.ts'
import { toolLook } from '../../command-line/tool-display.ts'
import type { DialogMessage } from '../../command-line/dialog.ts'
import { piTools } from './events.ts'

/** The permission request in a question of Capstan's extension; undefined for a question of another extension. */
export function permissionIn(
  line: Fields,
  { cwd, sessionId }: { cwd: string; sessionId: string | undefined },
): PermissionRequestedEvent | undefined {
  const requestId = textOf(line.id)
  const { tool: name, toolCallId, input } = callIn(line)
  const tool = textOf(name)
  if (line.method !== 'select' || requestId === undefined || tool === undefined) return undefined
  const look = toolLook(piTools, tool, { input, cwd })
  return {
    ...present({ sessionId }),
    type: 'permission.requested',
    requestId,
    title: look.title,
    subject: {
      type: 'tool-call',
      toolCall: { toolCallId: textOf(toolCallId) ?? requestId, tool, ...look, input },
    },
    options: [
      { optionId: 'Approve', name: 'Allow', kind: 'allow-once' },
      { optionId: 'Deny', name: 'Deny', kind: 'reject-once' },
    ],
  }
}

/** The response to a permission request. Pi blocks the call if the response selects nothing. */
export function permissionAnswer(id: string, outcome: PermissionOutcome): DialogMessage {
  const answer = outcome.type === 'selected' ? { value: outcome.optionId } : { cancelled: true }
  return { type: 'extension_ui_response', id, ...answer }
}

function callIn({ title }: Fields): Fields {
  try {
    return fieldsOf(JSON.parse(textOf(title) ?? ''))
  } catch {
    return {}
  }
}
