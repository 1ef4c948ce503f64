import type { ElicitationOutcome, ElicitationRequestedEvent } from '../events/elicitation.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../events/permission.ts'

/** The form of an agent that asks for permission by elicitation instead of a permission request. */
export interface ApprovalForm {
  /** A pattern for the message. */
  readonly message: string
  /** The field of the form, and its values for approval and refusal. */
  readonly field: string
  readonly approve: string
  readonly deny: string
  /** A pattern for the message of a question about writing a file, with the group `path`. */
  readonly write?: string
}

/** The permission request in a form; undefined for any other form. Only the message describes the action. */
export function permissionFromForm(
  { message, sessionId, schema, requestId }: ElicitationRequestedEvent,
  form: ApprovalForm,
): PermissionRequestedEvent | undefined {
  const { properties } = (schema ?? {}) as { properties?: Record<string, { enum?: unknown } | undefined> }
  const values = properties?.[form.field]?.enum
  if (!new RegExp(form.message, 'u').test(message) || !Array.isArray(values)) return undefined
  if (![form.approve, form.deny].every((value) => values.includes(value))) return undefined
  const [title = message, ...lines] = message.split('\n')
  const path =
    form.write === undefined ? undefined : new RegExp(form.write, 'u').exec(message)?.groups?.['path']
  return {
    type: 'permission.requested',
    requestId,
    title,
    ...(path === undefined ? {} : { subject: writeOf(path, { toolCallId: requestId, title }) }),
    options: [
      { optionId: form.approve, name: form.approve, kind: 'allow-once' },
      { optionId: form.deny, name: form.deny, kind: 'reject-once' },
    ],
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(lines.length === 0 ? {} : { description: lines.join('\n') }),
  }
}

function writeOf(
  path: string,
  { toolCallId, title }: { toolCallId: string; title: string },
): NonNullable<PermissionRequestedEvent['subject']> {
  return { type: 'tool-call', toolCall: { toolCallId, title, kind: 'edit', locations: [{ path }] } }
}

/** The filled-in form for an outcome. Only an explicit approval approves. */
export function formFromOutcome(outcome: PermissionOutcome, form: ApprovalForm): ElicitationOutcome {
  if (outcome.type === 'cancelled') return { type: 'cancelled' }
  const isApproved = outcome.type === 'selected' && outcome.optionId === form.approve
  return { type: 'accepted', content: { [form.field]: isApproved ? form.approve : form.deny } }
}
