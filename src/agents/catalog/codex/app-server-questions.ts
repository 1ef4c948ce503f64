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

/** The open approval requests of the app server. */
export class AppServerQuestions {
  /** The id of each request, in its original type. */
  readonly #open = new Map<string, unknown>()

  /** Reads a request; `undefined` if it is not an approval request. */
  ask({ id, method, params }: Fields): PermissionRequestedEvent | undefined {
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
    // Canceling a request ends the turn.
    const decision = outcome.type === 'selected' ? outcome.optionId : 'cancel'
    return [{ id, result: { decision } }]
  }

  withdraw(requestId: string): boolean {
    return this.#open.delete(requestId)
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
