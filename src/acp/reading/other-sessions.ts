import type {
  AgentEvent,
  SessionMessageDeltaEvent,
  SessionMessageUpdatedEvent,
  SubagentState,
  SubagentUpdatedEvent,
} from '../../events/index.ts'
import { activityOf } from './activity.ts'
import { readContent, readContentList } from './content.ts'
import {
  clearable,
  fieldsOf,
  listOf,
  put,
  putMeta,
  putMetaPatch,
  text,
  type Fields,
  type Reading,
} from './reading.ts'
import { readControls } from './tool-call.ts'
import type { UpdateReading } from './update.ts'

/** Reads an update of a subagent. */
export function subagentUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: SubagentUpdatedEvent = {
    type: 'subagent.updated',
    sessionId: reading.sessionId,
    subagentId: text(update.sessionId),
  }
  put(event, 'title', clearable(update.title, text, reading))
  put(event, 'description', clearable(update.description, text, reading))
  put(event, 'controls', clearable(update.capabilities, readControls, reading))
  put(event, 'state', clearable(update.state, readState, reading))
  put(event, 'cwd', clearable(update.cwd, text, reading))
  put(event, 'additionalDirectories', clearable(update.additionalDirectories, readTexts, reading))
  putMetaPatch(event, update, reading)
  return event
}

const readTexts = listOf(text)

function readState(value: unknown, reading: Reading): SubagentState {
  const from = fieldsOf(value)
  const state: SubagentState = activityOf(from, reading)
  putMeta(state, from, reading)
  return state
}

/** Reads a message between two sessions. */
export function sessionMessage(update: Fields, reading: UpdateReading): AgentEvent {
  const event: SessionMessageUpdatedEvent = {
    type: 'session-message.updated',
    sessionId: reading.sessionId,
    messageId: text(update.messageId),
  }
  put(event, 'senderSessionId', clearable(update.senderSessionId, text, reading))
  put(event, 'recipientSessionId', clearable(update.recipientSessionId, text, reading))
  put(event, 'senderMessageId', clearable(update.senderMessageId, text, reading))
  put(event, 'recipientMessageId', clearable(update.recipientMessageId, text, reading))
  put(event, 'content', clearable(update.content, readContentList, reading))
  putMetaPatch(event, update, reading)
  return event
}

/** Reads a piece of such a message. */
export function sessionMessageChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const event: SessionMessageDeltaEvent = {
    type: 'session-message.delta',
    sessionId: reading.sessionId,
    messageId: text(update.messageId),
    content: readContent(update.content, reading),
  }
  putMeta(event, update, reading)
  return event
}
