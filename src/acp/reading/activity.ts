import type { AgentActivity, BackgroundWork, ErrorDetail, TokenUsage } from '../../events/index.ts'
import {
  count,
  fieldsOf,
  integer,
  listOf,
  optional,
  put,
  putMeta,
  text,
  unknownPart,
  without,
  type Fields,
  type Reading,
} from './reading.ts'
import { stopReason } from './enum-values.ts'

const idleFields = ['state', 'stopReason', 'error', 'usage', '_meta']

/** Reads the state of an agent; an unknown state is kept with its name and data. */
export function activityOf(from: Fields, reading: Reading): AgentActivity {
  switch (from.state) {
    case 'running':
      return withBackground({ status: 'active' }, from, reading)
    case 'idle':
      return idleOf(from, reading)
    case 'requires_action':
      return withBackground({ status: 'blocked' }, from, reading)
    case 'unknown':
      return withBackground({ status: 'unknown' }, from, reading)
    default: {
      const name = text(from.state)
      return { status: 'unknown', customState: { name, data: without(from, 'state', '_meta') } }
    }
  }
}

function idleOf(from: Fields, reading: Reading): AgentActivity {
  const activity = withBackground({ status: 'idle' }, from, reading)
  put(activity, 'stopReason', optional(from.stopReason, stopReason, reading))
  put(activity, 'error', optional(from.error, readError, reading))
  put(activity, 'tokens', optional(from.usage, readTokens, reading))
  const names = reading.version === 1 ? idleFields : [...idleFields, 'background']
  const details = without(from, ...names)
  if (Object.keys(details).length > 0) activity.stopDetails = details
  return activity
}

function withBackground(activity: AgentActivity, from: Fields, reading: Reading): AgentActivity {
  if (reading.version === 2) put(activity, 'background', optional(from.background, readBackground, reading))
  return activity
}

const readBackground = listOf((value, reading): BackgroundWork => {
  const from = fieldsOf(value)
  const work = workOf(from)
  if (work.type !== 'unknown') putMeta(work, from, reading)
  return work
})

function workOf(from: Fields): BackgroundWork {
  switch (from.type) {
    case 'terminal':
      return { type: 'terminal', terminalId: text(from.terminalId) }
    case 'tool_call':
      return { type: 'tool-call', toolCallId: text(from.toolCallId) }
    case 'subagent':
      return { type: 'subagent', subagentId: text(from.sessionId) }
    default:
      return unknownPart(from)
  }
}

function readError(value: unknown, reading: Reading): ErrorDetail {
  const from = fieldsOf(value)
  const error: ErrorDetail = { message: text(from.message) }
  put(error, 'code', optional(from.code, integer, reading))
  put(error, 'data', from.data)
  return error
}

/** Reads the token counts of finished work. */
export function readTokens(value: unknown, reading: Reading): TokenUsage {
  const from = fieldsOf(value)
  const tokens: TokenUsage = {}
  put(tokens, 'total', optional(from.totalTokens, count, reading))
  put(tokens, 'input', optional(from.inputTokens, count, reading))
  put(tokens, 'output', optional(from.outputTokens, count, reading))
  put(tokens, 'thinking', optional(from.thoughtTokens, count, reading))
  put(tokens, 'cacheRead', optional(from.cachedReadTokens, count, reading))
  put(tokens, 'cacheWrite', optional(from.cachedWriteTokens, count, reading))
  putMeta(tokens, from, reading)
  return tokens
}
