import { isRecord } from '../../core/is-record.ts'
import { checkJsonSchema } from '../../core/json-schema/check-json-schema.ts'
import type { ElicitationRequestedEvent } from '../../events/elicitation.ts'
import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import type { ElicitationAnswer, PermissionAnswer } from '../../run/api/run.ts'
import type { Question } from '../../run/open-turn.ts'
import type { Interrupt } from './events.ts'
import type { ResumeEntry } from './input.ts'
import { GatewayError } from '../gateway-error.ts'
import type { ToolCallTracker } from './tool-call-tracker.ts'

/** The AG-UI interrupt of a question. `calls` are the tool calls that the client knows. */
export function interruptOf(
  question: Question,
  { expiresAt, calls }: { expiresAt: number; calls: Pick<ToolCallTracker, 'has' | 'titleOf'> },
): Interrupt {
  const toolCallId = callOf(question)
  const isCall = toolCallId !== undefined && calls.has(toolCallId)
  const parts =
    question.type === 'permission.requested'
      ? permissionParts(question, isCall ? calls.titleOf(toolCallId) : undefined)
      : elicitationParts(question)
  return {
    id: question.requestId,
    ...parts,
    ...(isCall ? { toolCallId } : {}),
    ...(isCall && parts.reason === 'confirmation' && question.type === 'permission.requested'
      ? { reason: 'tool_call' }
      : {}),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

/** Id of the tool call that a question is about. */
export function callOf(question: Question): string | undefined {
  if (question.type === 'elicitation.requested') return question.toolCallId
  const { subject } = question
  if (subject?.type === 'tool-call') return subject.toolCall.toolCallId
  return subject?.type === 'command' ? subject.toolCallId : undefined
}

/**
 * The tool call of a question, without its status. It may hold more than the previous events, such as the change the call
 * would make; some agents report the call here first.
 */
export function callInQuestion(question: Question): Omit<ToolCallPatch, 'status'> | undefined {
  if (question.type !== 'permission.requested' || question.subject?.type !== 'tool-call') return undefined
  const { status: _, ...call } = question.subject.toolCall
  return call
}

type Parts = Pick<Interrupt, 'reason' | 'message' | 'responseSchema' | 'metadata'>

function permissionParts(
  { title, description, subject, options }: PermissionRequestedEvent,
  callTitle: string | undefined,
): Parts {
  const asked = title ?? (subject?.type === 'tool-call' ? subject.toolCall.title : undefined) ?? callTitle
  return {
    reason: 'confirmation',
    message:
      asked ?? (subject?.type === 'command' ? subject.command : undefined) ?? 'The agent asks for permission',
    responseSchema: {
      type: 'object',
      properties: {
        approved: { type: 'boolean' },
        optionId: { type: 'string', enum: options.map(({ optionId }) => optionId) },
      },
      anyOf: [{ required: ['approved'] }, { required: ['optionId'] }],
    },
    metadata: {
      capstan: {
        options,
        ...(description === undefined ? {} : { description }),
        ...(subject === undefined ? {} : { subject }),
      },
    },
  }
}

function elicitationParts({ mode, message, schema, url }: ElicitationRequestedEvent): Parts {
  if (mode === 'form' && schema !== undefined) {
    return { reason: 'input_required', message, responseSchema: schema }
  }
  return {
    reason: 'confirmation',
    message,
    responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] },
    metadata: { capstan: { mode, ...(url === undefined ? {} : { url }) } },
  }
}

/** A client's answer in the form the run accepts. @throws GatewayError `invalid_resume` for an invalid payload. */
export function answerOf(question: Question, entry: ResumeEntry): PermissionAnswer | ElicitationAnswer {
  return question.type === 'permission.requested'
    ? permissionAnswer(question, entry)
    : elicitationAnswer(question, entry)
}

/** The answer to an expired question. */
export function refusalOf(question: Question): PermissionAnswer | ElicitationAnswer {
  return question.type === 'permission.requested' ? 'deny' : { action: 'cancel' }
}

function permissionAnswer(
  { requestId, options }: PermissionRequestedEvent,
  { status, payload }: ResumeEntry,
): PermissionAnswer {
  if (status === 'cancelled') return 'deny'
  const { optionId, approved } = isRecord(payload) ? payload : {}
  if (typeof optionId === 'string' && options.some((option) => option.optionId === optionId))
    return { optionId }
  if (optionId === undefined && typeof approved === 'boolean') return approved ? 'allow' : 'deny'
  throw invalidResume(requestId, 'approved must be true or false, or optionId one of the options')
}

function elicitationAnswer(
  { requestId, mode, schema }: ElicitationRequestedEvent,
  { status, payload }: ResumeEntry,
): ElicitationAnswer {
  if (status === 'cancelled') return { action: 'cancel' }
  if (mode !== 'form' || schema === undefined) {
    const approved = isRecord(payload) ? payload['approved'] : undefined
    if (typeof approved !== 'boolean') throw invalidResume(requestId, 'approved must be true or false')
    return { action: approved ? 'accept' : 'decline' }
  }
  const [issue] = checkJsonSchema(schema, payload).issues
  if (issue === undefined && isRecord(payload)) return { action: 'accept', content: payload }
  // A client that shows every question as yes or no can still decline.
  if (isRecord(payload) && payload['approved'] === false) return { action: 'decline' }
  const where =
    issue === undefined
      ? 'the payload must be an object'
      : `${issue.path.join('.') || 'the payload'} ${issue.message}`
  throw invalidResume(requestId, where)
}

function invalidResume(interruptId: string, problem: string): GatewayError {
  return new GatewayError('invalid_resume', `Invalid answer to interrupt ${interruptId}: ${problem}`, {
    hint: 'Send a payload that matches the responseSchema of the interrupt.',
  })
}
