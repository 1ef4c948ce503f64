import { sessionStateFrom, type SessionState } from '../../../src/acp/reading/config-options.ts'
import { permissionFromV1 } from '../../../src/acp/reading/permission.ts'
import { terminalOutputOf } from '../../../src/acp/reading/terminal-output.ts'
import { turnEndFromV1, turnEndFromV2, type TurnEnd } from '../../../src/acp/reading/turn-end.ts'
import { translateUpdateV1 } from '../../../src/acp/reading/updates-v1.ts'
import { translateUpdateV2 } from '../../../src/acp/reading/updates-v2.ts'
import type { AgentEvent } from '../../../src/events/index.ts'

/** A summary of an agent's recording. */
export interface CaptureDigest {
  version: 1 | 2
  /** How many events of each type. */
  events: Record<string, number>
  /** All text of the agent, of the user, of the thinking and of the terminals. */
  said: string
  heard: string
  thought: string
  printed: string
  /** Each tool call and how it ended. */
  tools: Record<string, string>
  /** The last usage. */
  usage?: { used: number; size: number; cost?: number }
  /** Each permission request: the call and the kinds of its options. */
  permissions: string[][]
  /** The session data of the first response, and how many responses contain it. */
  opened: StateDigest
  answers: number
  /** Each turn: why it ended and its tokens. */
  ends: [stopReason: string, tokens?: number][]
}

interface StateDigest {
  options: Record<string, unknown>
  mode?: string
  model?: string
  models?: number
  commands?: number
}

/** A message from the agent. */
export interface CapturedMessage {
  method?: string
  params?: unknown
  result?: Record<string, unknown>
}

/** Reads a whole recording as a client would. */
export function digestOf(version: 1 | 2, messages: readonly CapturedMessage[]): Partial<CaptureDigest> {
  const digest: CaptureDigest = {
    version,
    events: {},
    said: '',
    heard: '',
    thought: '',
    printed: '',
    tools: {},
    permissions: [],
    opened: { options: {} },
    answers: 0,
    ends: [],
  }
  for (const message of messages) addMessage(digest, message)
  return digest
}

function addMessage(digest: CaptureDigest, { method, params, result = {} }: CapturedMessage): void {
  if (method === 'session/update') {
    const event = digest.version === 1 ? translateUpdateV1(params) : translateUpdateV2(params)
    digest.events[event.type] = (digest.events[event.type] ?? 0) + 1
    digest.printed += terminalOutputOf(event)?.text ?? ''
    addEvent(digest, event)
  } else if (method !== undefined) {
    const { subject, options = [] } = permissionFromV1('permission-1', params) ?? {}
    const call = subject?.type === 'tool-call' ? subject.toolCall.toolCallId : 'none'
    digest.permissions.push([call, ...options.map(({ kind }) => kind)])
  } else if ('stopReason' in result) {
    addEnd(digest, turnEndFromV1(result))
  } else if ('configOptions' in result || 'modes' in result) {
    if (digest.answers++ === 0) digest.opened = stateDigest(sessionStateFrom(digest.version, result))
  }
}

function addEvent(digest: CaptureDigest, event: AgentEvent): void {
  if (event.type === 'text.delta') digest[event.role === 'user' ? 'heard' : 'said'] += event.text
  else if (event.type === 'thinking.delta') digest.thought += event.text
  else if (event.type === 'message.updated') digest.heard += textOf(event.content ?? [])
  else if (event.type === 'tool.called' || event.type === 'tool.updated') {
    const isFinal = event.status === 'completed' || event.status === 'failed'
    digest.tools[event.toolCallId] = isFinal ? event.status! : (digest.tools[event.toolCallId] ?? 'none')
  } else if (event.type === 'usage.updated' && event.context) {
    const { amount } = event.cost ?? {}
    digest.usage = { ...event.context, ...(amount !== undefined && { cost: amount }) }
  } else if (event.type === 'status.changed' && event.status === 'idle') {
    addEnd(digest, turnEndFromV2(event))
  }
}

function textOf(content: readonly object[]): string {
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('')
}

function addEnd({ ends }: CaptureDigest, { stopReason, tokens }: TurnEnd): void {
  ends.push(tokens?.total === undefined ? [stopReason] : [stopReason, tokens.total])
}

function stateDigest({ options, modes, models, commands }: SessionState): StateDigest {
  return {
    options: Object.fromEntries(
      options.map((option) => [option.id, option.type === 'unknown' ? option.data : option.currentValue]),
    ),
    ...(modes && { mode: modes.currentModeId }),
    ...(models && { model: models.currentModelId, models: models.available.length }),
    ...(commands && { commands: commands.length }),
  }
}
