import type {
  AgentEvent,
  MessageUpdatedEvent,
  StatusChangedEvent,
  ToolOutputEvent,
} from '../../events/index.ts'
import { activityOf } from './activity.ts'
import { agentChunk, thoughtChunk, userChunk } from './chunks.ts'
import { readContentList } from './content.ts'
import { clearable, put, putMeta, putMetaPatch, text, without, type Fields } from './reading.ts'
import { sharedUpdate } from './shared-updates.ts'
import { terminalOutputChunk, terminalUpdate } from './terminal.ts'
import { toolCallUpdate } from './tool-call.ts'
import { readToolContent } from './tool-content.ts'
import { translateUpdate, type UpdateReading } from './update.ts'

/** Creates exactly one event from the params of a `session/update` of version 2. Never throws. */
export function translateUpdateV2(params: unknown): AgentEvent {
  return translateUpdate(params, 2, readUpdate)
}

function readUpdate(update: Fields, reading: UpdateReading): AgentEvent | undefined {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return agentChunk(update, reading)
    case 'agent_thought_chunk':
      return thoughtChunk(update, reading)
    case 'tool_call_update':
      return toolCallUpdate(update, reading)
    case 'tool_call_content_chunk':
      return toolCallContentChunk(update, reading)
    case 'terminal_output_chunk':
      return terminalOutputChunk(update, reading)
    case 'terminal_update':
      return terminalUpdate(update, reading)
    case 'user_message_chunk':
      return userChunk(update, reading)
    case 'state_update':
      return stateUpdate(update, reading)
    case 'agent_message':
      return message(update, reading)
    case 'agent_thought':
      return message(update, reading, { thinking: true })
    case 'user_message':
      return message(update, reading, { role: 'user' })
    default:
      return sharedUpdate(update, reading)
  }
}

function toolCallContentChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const event: ToolOutputEvent = {
    type: 'tool.output',
    sessionId: reading.sessionId,
    toolCallId: text(update.toolCallId),
    content: readToolContent(update.content, reading),
  }
  putMeta(event, update, reading)
  return event
}

function stateUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: StatusChangedEvent = {
    type: 'status.changed',
    sessionId: reading.sessionId,
    ...activityOf(without(update, 'sessionUpdate'), reading),
  }
  putMeta(event, update, reading)
  return event
}

type Speaker = Pick<MessageUpdatedEvent, 'role' | 'thinking'>

function message(update: Fields, reading: UpdateReading, speaker: Speaker = {}): AgentEvent {
  const event: MessageUpdatedEvent = {
    type: 'message.updated',
    sessionId: reading.sessionId,
    messageId: text(update.messageId),
    ...speaker,
  }
  put(event, 'content', clearable(update.content, readContentList, reading))
  putMetaPatch(event, update, reading)
  return event
}
