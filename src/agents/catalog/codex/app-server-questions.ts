import type {
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
} from '../../../events/permission.ts'
import { type Fields, fieldsOf, listOf, present, textOf } from '../../command-line/read-values.ts'
import type { DialogMessage } from '../../command-line/dialog.ts'
import { shellCommand } from './shell-command.ts'

const commandQuestion = 'item/commandExecution/requestApproval'
const fileQuestion = 'item/fileChange/requestApproval'
const serverQuestion = 'mcpServer/elicitation/request'

/** The open approval requests of the app server. */
export class AppServerQuestions {
  /** The id of each request, in its original type. */
  readonly #open = new Map<string, unknown>()
  /** Those about a tool of an MCP server, which have answers of their own. */
  readonly #aboutTools = new Set<string>()

  /** Reads a request; `undefined` if it is not an approval request. */
  ask({ id, method, params }: Fields): PermissionRequestedEvent | undefined {
    if (method === serverQuestion) return this.#askAboutTool(id, fieldsOf(params))
    if (method !== commandQuestion && method !== fileQuestion) return undefined
    const requestId = String(id)
    this.#open.set(requestId, id)
    const { threadId, itemId, reason, command, availableDecisions } = fieldsOf(params)
    const line = textOf(command)
    const title = line === undefined ? undefined : shellCommand(line)
    const isEdit = method === fileQuestion
    const toolCall = {
      toolCallId: textOf(itemId) ?? requestId,
      kind: isEdit ? 'edit' : 'execute',
      ...present({ title, input: line === undefined ? undefined : { command: title } }),
    }
    return {
      ...present({ sessionId: textOf(threadId) }),
      type: 'permission.requested',
      requestId,
      title: title ?? (isEdit ? 'Edit files' : 'Run a command'),
      ...present({ description: textOf(reason) }),
      subject: { type: 'tool-call', toolCall },
      options: optionsFor(isEdit || listOf(availableDecisions).includes('acceptForSession')),
    }
  }

  answer(requestId: string, outcome: PermissionOutcome): DialogMessage[] {
    const id = this.#open.get(requestId)
    if (!this.#open.delete(requestId)) return []
    if (this.#aboutTools.delete(requestId)) {
      const action = outcome.type === 'selected' ? outcome.optionId : 'cancel'
      return [{ id, result: { action, content: action === 'accept' ? {} : null, _meta: null } }]
    }
    // Canceling a request ends the turn.
    const decision = outcome.type === 'selected' ? outcome.optionId : 'cancel'
    return [{ id, result: { decision } }]
  }

  withdraw(requestId: string): boolean {
    this.#aboutTools.delete(requestId)
    return this.#open.delete(requestId)
  }

  /** Codex sends the approval of an MCP tool as a form without fields. */
  #askAboutTool(
    id: unknown,
    { threadId, serverName, message, _meta }: Fields,
  ): PermissionRequestedEvent | undefined {
    const about = fieldsOf(_meta)
    if (about.codex_approval_kind !== 'mcp_tool_call') return undefined
    const requestId = String(id)
    this.#open.set(requestId, id)
    this.#aboutTools.add(requestId)
    const title = textOf(about.tool_title) ?? textOf(message) ?? 'Call a tool'
    const input = about.tool_params
    return {
      ...present({ sessionId: textOf(threadId) }),
      type: 'permission.requested',
      requestId,
      title,
      ...present({ description: textOf(about.tool_description) ?? textOf(message) }),
      subject: {
        type: 'tool-call',
        toolCall: {
          toolCallId: requestId,
          kind: 'execute',
          title,
          ...present({ input: typeof input === 'object' && input !== null ? fieldsOf(input) : undefined }),
          ...present({ meta: textOf(serverName) === undefined ? undefined : { serverName } }),
        },
      },
      options: optionsFor(false),
    }
  }
}

/** The ids are Codex's own decisions. */
function optionsFor(canLast: boolean): PermissionOption[] {
  return [
    { optionId: 'accept', name: 'Allow', kind: 'allow-once' },
    ...(canLast
      ? [{ optionId: 'acceptForSession', name: 'Allow for this session', kind: 'allow-always' }]
      : []),
    { optionId: 'decline', name: 'Deny', kind: 'reject-once' },
  ]
}
