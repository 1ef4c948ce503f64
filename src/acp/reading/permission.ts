import type {
  PermissionOption,
  PermissionOutcome,
  PermissionRequestedEvent,
  PermissionSubject,
} from '../../events/index.ts'
import {
  fieldsOf,
  items,
  optional,
  put,
  putMeta,
  readWhole,
  text,
  unknownPart,
  type Fields,
  type Reading,
} from './reading.ts'
import { readToolCall } from './tool-call.ts'
import { permissionKind } from './enum-values.ts'

/** Reads the params of `session/request_permission` of version 1; `undefined` if a required field is missing. */
export function permissionFromV1(requestId: string, params: unknown): PermissionRequestedEvent | undefined {
  return readWhole(params, 1, (from, reading) => {
    const event = requestOf(requestId, from, reading)
    event.subject = { type: 'tool-call', toolCall: readToolCall(from.toolCall, reading) }
    return event
  })
}

/** Reads the params of `session/request_permission` of version 2; `undefined` if a required field is missing. */
export function permissionFromV2(requestId: string, params: unknown): PermissionRequestedEvent | undefined {
  return readWhole(params, 2, (from, reading) => {
    const event = requestOf(requestId, from, reading)
    put(event, 'title', optional(from.title, text, reading))
    put(event, 'description', optional(from.description, text, reading))
    put(event, 'subject', optional(from.subject, readSubject, reading))
    return event
  })
}

function requestOf(requestId: string, from: Fields, reading: Reading): PermissionRequestedEvent {
  const event: PermissionRequestedEvent = {
    type: 'permission.requested',
    sessionId: text(from.sessionId),
    requestId,
    options: items(from.options, readOption, reading),
  }
  putMeta(event, from, reading)
  return event
}

function readOption(value: unknown, reading: Reading): PermissionOption {
  const from = fieldsOf(value)
  const option: PermissionOption = {
    optionId: text(from.optionId),
    name: text(from.name),
    kind: permissionKind(from.kind, reading),
  }
  putMeta(option, from, reading)
  return option
}

function readSubject(value: unknown, reading: Reading): PermissionSubject {
  const from = fieldsOf(value)
  const subject = subjectOf(from, reading)
  if (subject.type !== 'unknown') putMeta(subject, from, reading)
  return subject
}

function subjectOf(from: Fields, reading: Reading): PermissionSubject {
  switch (from.type) {
    case 'tool_call':
      return { type: 'tool-call', toolCall: readToolCall(from.toolCall, reading) }
    case 'command': {
      const subject: PermissionSubject = {
        type: 'command',
        command: text(from.command),
        cwd: text(from.cwd),
      }
      put(subject, 'toolCallId', optional(from.toolCallId, text, reading))
      put(subject, 'terminalId', optional(from.terminalId, text, reading))
      return subject
    }
    default:
      return unknownPart(from)
  }
}

/** Writes the answer to a permission request, the same in both versions. */
export function permissionOutcomeToAcp(outcome: PermissionOutcome): unknown {
  if (outcome.type === 'unknown') return { outcome: { ...outcome.data, outcome: outcome.originalType } }
  const { type, meta, ...fields } = outcome
  return { outcome: { outcome: type, ...fields, ...(meta && { _meta: meta }) } }
}
