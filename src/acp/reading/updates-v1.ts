import type { AgentEvent, ModeChangedEvent, PlanUpdatedEvent, ToolCalledEvent } from '../../events/index.ts'
import { agentChunk, thoughtChunk, userChunk } from './chunks.ts'
import { readEntries } from './plan.ts'
import { putMeta, text, type Fields } from './reading.ts'
import { sharedUpdate } from './shared-updates.ts'
import { putCall, toolCallUpdate } from './tool-call.ts'
import { translateUpdate, type UpdateReading } from './update.ts'

/** Creates exactly one event from the params of a `session/update` of version 1. Never throws. */
export function translateUpdateV1(params: unknown): AgentEvent {
  return translateUpdate(params, 1, readUpdate)
}

function readUpdate(update: Fields, reading: UpdateReading): AgentEvent | undefined {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return agentChunk(update, reading)
    case 'agent_thought_chunk':
      return thoughtChunk(update, reading)
    case 'tool_call_update':
      return toolCallUpdate(update, reading)
    case 'tool_call':
      return toolCall(update, reading)
    case 'user_message_chunk':
      return userChunk(update, reading)
    case 'plan':
      return plan(update, reading)
    case 'current_mode_update':
      return modeUpdate(update, reading)
    default:
      return sharedUpdate(update, reading)
  }
}

function toolCall(update: Fields, reading: UpdateReading): AgentEvent {
  const event: ToolCalledEvent = {
    type: 'tool.called',
    sessionId: reading.sessionId,
    toolCallId: text(update.toolCallId),
  }
  putCall(event, update, reading)
  return event
}

/** In version 1 a session has one plan, without an id. */
function plan(update: Fields, reading: UpdateReading): AgentEvent {
  const event: PlanUpdatedEvent = {
    type: 'plan.updated',
    sessionId: reading.sessionId,
    plan: { type: 'items', entries: readEntries(update.entries, reading) },
  }
  putMeta(event, update, reading)
  return event
}

function modeUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: ModeChangedEvent = {
    type: 'mode.changed',
    sessionId: reading.sessionId,
    modeId: text(update.currentModeId),
  }
  putMeta(event, update, reading)
  return event
}
