import { deliveryModes, type DeliveryMode } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import type { DeliveryPolicy } from '../delivery-policy.ts'
import type { MessageAttachment } from '../messages/message.ts'
import type { ReplyOptions } from '../participant.ts'

/** A validated message with its defaults. */
export interface CheckedMessage {
  text: string
  attachments: MessageAttachment[]
  mode: DeliveryMode
  priority: 'normal' | 'urgent'
  deadline?: number
  idempotencyKey?: string
  mentions: readonly string[]
  wantsAnswer?: true
  metadata?: Record<string, unknown>
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const imageType = /^image\/[a-z0-9.+-]+$/

/**
 * Validates a message, without its recipients.
 * @throws ValidationError with all issues, or CapstanError `MESSAGE_TOO_LARGE`.
 */
export function checkMessage(options: ReplyOptions, policy: DeliveryPolicy): CheckedMessage {
  const issues: ValidationIssue[] = []
  const report = (path: readonly (string | number)[], message: string): void => {
    issues.push({ path, message })
  }
  const { text, attachments = [], mode = 'on-idle', priority = 'normal', idempotencyKey } = options
  const { mentions = [], metadata, wantsAnswer = false } = options
  if (typeof text !== 'string' || text.trim() === '') report(['text'], 'must be non-empty text')
  if (!deliveryModes.includes(mode)) report(['mode'], `must be one of ${deliveryModes.join(', ')}`)
  if (priority !== 'normal' && priority !== 'urgent') report(['priority'], 'must be normal or urgent')
  if (idempotencyKey !== undefined && !isKey(idempotencyKey)) {
    report(['idempotencyKey'], 'must be text of 1 to 200 characters')
  }
  if (typeof wantsAnswer !== 'boolean') report(['wantsAnswer'], 'must be true or false')
  if (!isListOfText(mentions)) report(['mentions'], 'must be a list of handles')
  if (metadata !== undefined && (!isRecord(metadata) || jsonOf(metadata) === undefined)) {
    report(['metadata'], 'must be an object of JSON data')
  }
  if (!Array.isArray(attachments)) report(['attachments'], 'must be a list')
  else
    for (const [index, each] of attachments.entries())
      attachmentFault(each, (field, message) => report(['attachments', index, ...field], message))
  const deadline = options.deadline === undefined ? undefined : new Date(options.deadline).getTime()
  if (Number.isNaN(deadline)) report(['deadline'], 'must be a date or an ISO 8601 time')
  if (issues.length > 0) throw messageError(issues)
  requireSize({ text, attachments, metadata }, policy.maxMessageBytes)
  return {
    text,
    attachments: attachments.map((attachment) => ({ ...attachment })),
    mode,
    priority,
    ...(deadline === undefined ? {} : { deadline }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    mentions,
    ...(wantsAnswer ? { wantsAnswer } : {}),
    ...(metadata === undefined
      ? {}
      : { metadata: JSON.parse(jsonOf(metadata) ?? '{}') as Record<string, unknown> }),
  }
}

/** The deadline of a message. @throws ValidationError if it is in the past. */
export function deadlineOf(
  deadline: number | undefined,
  { now, policy }: { now: number; policy: DeliveryPolicy },
): number {
  if (deadline === undefined) return now + policy.deadlineMs
  if (deadline > now) return deadline
  throw messageError([{ path: ['deadline'], message: `is in the past: ${new Date(deadline).toISOString()}` }])
}

function messageError(issues: readonly ValidationIssue[]): ValidationError {
  const [first] = issues
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  return new ValidationError(
    `Cannot send the message: ${first?.path.join('.')} ${first?.message}${more}`,
    issues,
  )
}

function attachmentFault(
  attachment: unknown,
  report: (field: readonly string[], message: string) => void,
): void {
  if (!isRecord(attachment)) return report([], 'must be an object')
  const { type, text, mimeType, data, alt, label } = attachment
  if (type === 'text') {
    if (typeof text !== 'string') report(['text'], 'must be text')
  } else if (type === 'image') {
    if (typeof mimeType !== 'string' || !imageType.test(mimeType))
      report(['mimeType'], 'must be an image type')
    if (typeof data !== 'string' || data === '' || !base64.test(data)) report(['data'], 'must be base64')
  } else report(['type'], `must be text or image, not ${JSON.stringify(type) ?? 'undefined'}`)
  for (const [field, value] of Object.entries({ alt, label })) {
    if (value !== undefined && typeof value !== 'string') report([field], 'must be text')
  }
}

function requireSize(
  content: { text: string; attachments: readonly MessageAttachment[]; metadata?: unknown },
  limit: number,
): void {
  const sizes = content.attachments.map((each) => byteLength(each.type === 'text' ? each.text : each.data))
  const size = sizes.reduce(
    (sum, each) => sum + each,
    byteLength(content.text) + byteLength(jsonOf(content.metadata) ?? ''),
  )
  if (size <= limit) return
  throw new CapstanError('MESSAGE_TOO_LARGE', `The message has ${size} bytes; the limit is ${limit}`, {
    hint: 'Put the content into a file and send its path, or raise `maxMessageBytes`.',
    commandHint: 'Put the content into a file and send its path.',
  })
}

function byteLength(text: string): number {
  return Buffer.byteLength(text)
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function isKey(key: unknown): boolean {
  return typeof key === 'string' && key.length > 0 && key.length <= 200
}

export function isListOfText(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.every((each) => typeof each === 'string')
}
