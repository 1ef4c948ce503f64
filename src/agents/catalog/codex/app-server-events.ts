import type { ErrorDetail } from '../../../events/error.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { OutputEnd } from '../../command-line/output-reader.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  present,
  quietEvent,
  rawEvent,
  textOf,
  remainingText,
} from '../../command-line/read-values.ts'
import { appServerTool } from './app-server-items.ts'
import { ThreadUsage } from './app-server-usage.ts'
import { providerFailure, wordedFailure } from '../../command-line/provider-failure.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'
import { AttemptText } from '../../command-line/attempt-text.ts'
import { retryCounts } from './acp-signs.ts'

export const appServerSource = 'codex-app-server'

/** Notifications that repeat others or are internal to Codex. */
const quiet = new Set([
  'thread/started',
  'thread/status/changed',
  'thread/settings/updated',
  'thread/readState/changed',
  'account/rateLimits/updated',
  'remoteControl/status/changed',
  'turn/diff/updated',
  'item/reasoning/summaryPartAdded',
  'item/commandExecution/outputDelta',
])

/** Reads the notifications of one thread of `codex app-server`. */
export class AppServerEvents {
  readonly #cwd: string
  readonly #usage = new ThreadUsage()
  /** The emitted text of each message and thought. */
  readonly #emitted = new Map<string, string>()
  readonly #calls = new Set<string>()
  readonly #attempt = new AttemptText()
  /** Already emitted as an event. */
  #failure: ErrorDetail | undefined
  #isInTurn = false
  threadId: string | undefined

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  read(message: Fields): AgentEvent[] {
    const params = fieldsOf(message.params)
    const method = textOf(message.method) ?? ''
    const { threadId } = params
    // Other threads belong to subagents.
    if (threadId !== undefined && threadId !== this.threadId) return [rawEvent(appServerSource, message)]
    switch (method) {
      case 'turn/started':
        this.#failure = undefined
        this.#isInTurn = true
        return [{ ...this.#base, type: 'status.changed', status: 'active' }]
      case 'item/agentMessage/delta':
        return this.#piece('text.delta', params)
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        return this.#piece('thinking.delta', params)
      case 'item/started':
      case 'item/completed':
        return this.#itemChange(fieldsOf(params.item), { message, isDone: method === 'item/completed' })
      case 'thread/tokenUsage/updated':
        return this.#used(fieldsOf(params.tokenUsage))
      case 'error':
        return this.#error(fieldsOf(params.error), { willRetry: params.willRetry === true })
      case 'configWarning':
      case 'deprecationNotice':
        return [quietEvent(this.#base, textOf(params.summary) ?? method, { method })]
      default:
        return quiet.has(method) ? [] : [rawEvent(appServerSource, message)]
    }
  }

  /** Ends the turn: returns its last events and its result. */
  endTurn(turn: Fields): { events: AgentEvent[]; end: OutputEnd } {
    const events: AgentEvent[] = Array.from(this.#calls, (toolCallId) => ({
      ...this.#base,
      type: 'tool.updated',
      toolCallId,
      status: 'cancelled',
    }))
    this.#calls.clear()
    this.#emitted.clear()
    this.#isInTurn = false
    if (turn.status === 'failed' && this.#failure === undefined) {
      events.push(...this.#error(fieldsOf(turn.error), { willRetry: false }))
    }
    const error = turn.status === 'failed' ? this.#failure : undefined
    const stopReason = turn.status === 'interrupted' ? 'cancelled' : 'end-turn'
    const end = present<OutputEnd>({
      stopReason: error === undefined ? stopReason : 'error',
      sessionId: this.threadId,
      tokens: this.#usage.tokens,
      error,
    })
    return { events, end }
  }

  get #base(): { sessionId?: string } {
    return present({ sessionId: this.threadId })
  }

  #used(usage: Fields): AgentEvent[] {
    const events = this.#usage.update(usage, { isInTurn: this.#isInTurn })
    return events.map((event) => ({ ...this.#base, ...event }))
  }

  #piece(type: 'text.delta' | 'thinking.delta', { itemId, delta }: Fields): AgentEvent[] {
    const [messageId, text] = [textOf(itemId), textOf(delta)]
    if (messageId === undefined || text === undefined) return []
    this.#emitted.set(messageId, (this.#emitted.get(messageId) ?? '') + text)
    const event: AgentEvent = { ...this.#base, type, text, messageId }
    this.#attempt.add(event)
    return [event]
  }

  /** Codex keeps complete items when it retries. */
  #itemChange(item: Fields, change: { message: Fields; isDone: boolean }): AgentEvent[] {
    const events = this.#item(item, change)
    if (change.isDone) this.#attempt.settle()
    return events
  }

  #item(item: Fields, { message, isDone }: { message: Fields; isDone: boolean }): AgentEvent[] {
    const id = textOf(item.id) ?? 'item'
    switch (item.type) {
      case 'userMessage':
        return []
      case 'agentMessage': {
        const rest = remainingText(textOf(item.text) ?? '', this.#emitted.get(id) ?? '')
        return isDone ? this.#piece('text.delta', { itemId: id, delta: rest }) : []
      }
      case 'reasoning': {
        const parts = listOf(item.summary).concat(listOf(item.content))
        const whole = parts.filter((part) => typeof part === 'string').join('\n\n')
        return isDone && !this.#emitted.has(id)
          ? this.#piece('thinking.delta', { itemId: id, delta: whole })
          : []
      }
      default:
        return this.#tool(id, item, isDone) ?? [rawEvent(appServerSource, message)]
    }
  }

  #tool(toolCallId: string, item: Fields, isDone: boolean): AgentEvent[] | undefined {
    const tool = appServerTool(item)
    if (tool === undefined) return undefined
    const base = { ...this.#base, toolCallId }
    const events: AgentEvent[] = []
    if (!this.#calls.has(toolCallId)) {
      this.#calls.add(toolCallId)
      events.push({ ...base, type: 'tool.called', ...tool.called(this.#cwd), status: 'in-progress' })
    }
    if (!isDone) return events
    this.#calls.delete(toolCallId)
    const status = item.status === 'completed' ? 'completed' : 'failed'
    return [...events, { ...base, type: 'tool.updated', status, ...tool.result() }]
  }

  #error(error: Fields, { willRetry }: { willRetry: boolean }): AgentEvent[] {
    const message = textOf(error.message) ?? 'The turn failed'
    const status = httpStatus(error.codexErrorInfo)
    if (willRetry) {
      const retracted = this.#attempt.retract()
      const reason = textOf(error.additionalDetails) ?? message
      const notice = retryNotice('codex', { ...retryCounts(message), status, reason }, this.#base)
      return [...(retracted === undefined ? [] : [{ ...this.#base, ...retracted }]), notice]
    }
    this.#failure = status === undefined ? wordedFailure(message) : providerFailure(status, message)
    return [{ ...this.#base, type: 'error', error: this.#failure }]
  }
}

/** The HTTP status of a failure, whose details are in one field named after its kind. */
function httpStatus(info: unknown): number | undefined {
  const [kind] = Object.values(fieldsOf(info)).map(fieldsOf)
  const status = kind?.httpStatusCode
  return typeof status === 'number' ? status : undefined
}
