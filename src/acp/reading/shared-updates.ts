import type {
  AgentEvent,
  NoticeEvent,
  PlanRemovedEvent,
  PlanUpdatedEvent,
  CompactionDeltaEvent,
  CompactionUpdatedEvent,
  ErrorDetail,
} from '../../events/index.ts'
import { sessionMessage, sessionMessageChunk, subagentUpdate } from './other-sessions.ts'
import { readPlan } from './plan.ts'
import { optional, put, putMeta, text, type Fields, clearable, putMetaPatch } from './reading.ts'
import { commandsUpdate, infoUpdate, optionsUpdate, usageUpdate } from './session-updates.ts'
import type { UpdateReading } from './update.ts'
import { readContent, readContentList } from './content.ts'
import { workStatus } from './enum-values.ts'

/** Readers for the updates of both versions, except chunks. */
export function sharedUpdate(update: Fields, reading: UpdateReading): AgentEvent | undefined {
  switch (update.sessionUpdate) {
    case 'usage_update':
      return usageUpdate(update, reading)
    case 'session_info_update':
      return infoUpdate(update, reading)
    case 'available_commands_update':
      return commandsUpdate(update, reading)
    case 'config_option_update':
      return optionsUpdate(update, reading)
    case 'plan_update':
      return planUpdate(update, reading)
    case 'plan_removed':
      return planRemoved(update, reading)
    case 'notice':
      return notice(update, reading)
    case 'compaction_update':
      return compactionUpdate(update, reading)
    case 'compaction_summary_chunk':
      return compactionChunk(update, reading)
    case 'subagent_update':
      return subagentUpdate(update, reading)
    case 'session_message':
      return sessionMessage(update, reading)
    case 'session_message_chunk':
      return sessionMessageChunk(update, reading)
    default:
      return undefined
  }
}

function planUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const event: PlanUpdatedEvent = { type: 'plan.updated', sessionId, plan: readPlan(update.plan, reading) }
  putMeta(event, update, reading)
  return event
}

function planRemoved(update: Fields, reading: UpdateReading): AgentEvent {
  const { sessionId } = reading
  const event: PlanRemovedEvent = { type: 'plan.removed', sessionId, planId: text(update.planId) }
  putMeta(event, update, reading)
  return event
}

function notice(update: Fields, reading: UpdateReading): AgentEvent {
  const event: NoticeEvent = {
    type: 'notice',
    sessionId: reading.sessionId,
    severity: text(update.severity),
    title: text(update.title),
  }
  put(event, 'description', optional(update.description, text, reading))
  putMeta(event, update, reading)
  return event
}

/** Reads the progress of a compaction. */
function compactionUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: CompactionUpdatedEvent = {
    type: 'compaction.updated',
    sessionId: reading.sessionId,
    compactionId: text(update.compactionId),
    status: workStatus(update.status, reading),
  }
  put(event, 'summary', clearable(update.summary, readContentList, reading))
  put(event, 'error', clearable(update.error, errorOf, reading))
  putMetaPatch(event, update, reading)
  return event
}

/** Reads a piece of the summary. */
function compactionChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const event: CompactionDeltaEvent = {
    type: 'compaction.delta',
    sessionId: reading.sessionId,
    compactionId: text(update.compactionId),
    content: readContent(update.content, reading),
  }
  putMeta(event, update, reading)
  return event
}

function errorOf(value: unknown): ErrorDetail {
  return { message: text(value) }
}
