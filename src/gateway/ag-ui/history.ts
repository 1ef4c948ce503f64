import { isRecord } from '../../core/is-record.ts'
import type { AgUiEvent, HistoryBase, HistoryMessage, HistoryToolCall, PatchOperation } from './events.ts'
import type { InputMessage } from './input.ts'
import { resultId } from './tool-call-tracker.ts'

const mostMessages = 2000
const mostCharacters = 8_000_000

/** The result of a call that the agent did not end. `isMissing` marks it, because a client may send the result later. */
const stoppedResult = {
  type: 'TOOL_CALL_RESULT',
  content: 'The agent was stopped before the tool returned a result',
  role: 'tool',
  metadata: { capstan: { isError: true, status: 'cancelled', isMissing: true } },
} as const

/** A message and its place in the transcript. */
export interface PlacedMessage {
  readonly position: number
  readonly message: HistoryMessage
}

/** Changes of a transcript since they were last taken. */
export interface HistoryChanges {
  readonly put: readonly PlacedMessage[]
  /** Ids of messages that are gone. */
  readonly removed: readonly string[]
}

/** The messages of a thread, for clients that reconnect. Drops the oldest above a limit. */
export class ThreadHistory {
  readonly #messages = new Map<string, HistoryMessage>()
  readonly #positions = new Map<string, number>()
  readonly #calls = new Map<string, HistoryToolCall>()
  readonly #changed = new Set<string>()
  readonly #removed = new Set<string>()
  #nextPosition = 0
  #characters = 0

  /** `stored` is an earlier transcript, in order. */
  constructor(stored: readonly PlacedMessage[] = []) {
    for (const { position, message } of stored) {
      this.#messages.set(message.id, message)
      this.#positions.set(message.id, position)
      this.#nextPosition = position + 1
      this.#characters += lengthOf(message)
    }
  }

  /** Copies of the messages that changed since the last call. */
  takeChanges(): HistoryChanges | undefined {
    if (this.#changed.size === 0 && this.#removed.size === 0) return undefined
    const put = Array.from(this.#changed, (id) => ({
      position: this.#positions.get(id) ?? 0,
      message: structuredClone(this.#messages.get(id) as HistoryMessage),
    }))
    const removed = [...this.#removed]
    this.#changed.clear()
    this.#removed.clear()
    return { put, removed }
  }

  /** All messages; the result of a call directly follows the call, as in clients. */
  get messages(): HistoryMessage[] {
    const all = [...this.#messages.values()]
    const calls = new Set(all.flatMap((message) => callsIn(message).map(({ id }) => id)))
    const results = Map.groupBy(
      all.filter((message) => message.role === 'tool'),
      ({ toolCallId }) => toolCallId,
    )
    return all
      .filter((message) => message.role !== 'tool' || !calls.has(message.toolCallId))
      .flatMap((message) => [message, ...callsIn(message).flatMap(({ id }) => results.get(id) ?? [])])
      .map((message) => structuredClone(message))
  }

  /** Ends the calls without a result: the agent that ran them was stopped. */
  endCalls(): void {
    const messages = [...this.#messages.values()]
    const ended = new Set(
      messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
    )
    for (const { id } of messages.flatMap(callsIn)) {
      if (ended.has(id)) continue
      const patch = [{ op: 'add', path: '/status', value: 'cancelled' } as const]
      this.take({ type: 'ACTIVITY_DELTA', messageId: `tool:${id}`, activityType: 'TOOL', patch })
      this.take({ ...stoppedResult, messageId: resultId(id), toolCallId: id })
    }
  }

  /** Adds new messages of the client. */
  takeInput(messages: readonly InputMessage[]): void {
    for (const { id, role, content, toolCallId } of messages) {
      if (this.#messages.has(id)) continue
      if (role === 'user') this.#add({ id, role, content: content ?? '' })
      else if (role === 'tool' && toolCallId !== undefined) {
        // The result of the client replaces that of `endCalls`.
        const ended = this.#messages.get(resultId(toolCallId))
        if (ended !== undefined && isMissing(ended)) {
          this.#remove(ended.id)
          this.#characters -= lengthOf(ended)
        }
        this.#add({
          id,
          role,
          toolCallId,
          content: typeof content === 'string' ? content : JSON.stringify(content),
        })
      } else if (
        (role === 'system' || role === 'developer' || role === 'assistant') &&
        typeof content === 'string'
      ) {
        this.#add({ id, role, content })
      }
    }
  }

  /** Applies an event that is sent to the client. */
  take(event: AgUiEvent): void {
    if (event.type === 'TEXT_MESSAGE_START') {
      this.#add({ id: event.messageId, role: event.role, content: '', ...besideOf(event) })
    } else if (event.type === 'REASONING_MESSAGE_START') {
      this.#add({ id: event.messageId, role: 'reasoning', content: '', ...besideOf(event) })
    } else if (event.type === 'TEXT_MESSAGE_CONTENT' || event.type === 'REASONING_MESSAGE_CONTENT') {
      const message = this.#messages.get(event.messageId)
      if (message === undefined || typeof message.content !== 'string') return
      message.content += event.delta
      this.#changed.add(message.id)
      this.#count(event.delta.length)
    } else if (event.type === 'TOOL_CALL_START') {
      const { toolCallId: id, toolCallName: name } = event
      const { metadata, ...owner } = besideOf(event)
      const call: HistoryToolCall = {
        id,
        type: 'function',
        function: { name, arguments: '' },
        ...(metadata === undefined ? {} : { metadata }),
      }
      this.#calls.set(id, call)
      this.#add({ id, role: 'assistant', toolCalls: [call], ...owner })
    } else if (event.type === 'TOOL_CALL_ARGS') {
      const call = this.#calls.get(event.toolCallId)
      if (call !== undefined) {
        call.function.arguments += event.delta
        this.#changed.add(call.id)
      }
      this.#count(event.delta.length)
    } else if (event.type === 'TOOL_CALL_RESULT') {
      const { messageId: id, toolCallId, content } = event
      this.#calls.delete(toolCallId)
      this.#add({ id, role: 'tool', toolCallId, content, ...besideOf(event) })
    } else if (event.type === 'ACTIVITY_SNAPSHOT') {
      const { messageId: id, activityType, content } = event
      const before = this.#messages.get(id)
      if (before !== undefined) this.#characters -= lengthOf(before)
      this.#add({ id, role: 'activity', activityType, content: owned(content), ...besideOf(event) })
    } else if (event.type === 'ACTIVITY_DELTA') {
      const message = this.#messages.get(event.messageId)
      if (message?.role !== 'activity') return
      this.#changed.add(message.id)
      for (const operation of event.patch) this.#count(change(message.content, operation))
    } else if (event.type === 'CUSTOM' && event.name === 'capstan.message.retracted') {
      const { text, thinking } = (event.value ?? {}) as { text?: unknown; thinking?: unknown }
      this.#retract('assistant', text)
      this.#retract('reasoning', thinking)
    }
  }

  /** Removes retracted text from the last messages. */
  #retract(role: 'assistant' | 'reasoning', text: unknown): void {
    let rest = typeof text === 'string' ? text : ''
    for (const message of [...this.#messages.values()].toReversed()) {
      if (rest === '') return
      if (message.role !== role || typeof message.content !== 'string' || message.content === '') continue
      const { content } = message
      const isWhole = rest.endsWith(content)
      if (!isWhole && !content.endsWith(rest)) return
      const count = Math.min(rest.length, content.length)
      this.#characters -= count
      if (isWhole) this.#remove(message.id)
      else {
        message.content = content.slice(0, -count)
        this.#changed.add(message.id)
      }
      rest = rest.slice(0, rest.length - count)
    }
  }

  #add(message: HistoryMessage): void {
    this.#messages.set(message.id, message)
    this.#changed.add(message.id)
    this.#removed.delete(message.id)
    if (!this.#positions.has(message.id)) this.#positions.set(message.id, this.#nextPosition++)
    this.#count(lengthOf(message))
  }

  #remove(id: string): void {
    this.#messages.delete(id)
    this.#positions.delete(id)
    this.#changed.delete(id)
    this.#removed.add(id)
  }

  #count(characters: number): void {
    this.#characters += characters
    while (
      this.#messages.size > mostMessages ||
      (this.#characters > mostCharacters && this.#messages.size > 1)
    ) {
      const [oldest] = this.#messages.values()
      if (oldest === undefined) return
      this.#remove(oldest.id)
      this.#characters -= lengthOf(oldest)
    }
  }
}

/** Whether a message is the result of a call that the agent did not end. */
function isMissing({ metadata }: HistoryMessage): boolean {
  const own = metadata?.['capstan']
  return isRecord(own) && own['isMissing'] === true
}

/** The optional fields that a message keeps of its first event. */
function besideOf({ metadata, subagentRunId }: HistoryBase): HistoryBase {
  return {
    ...(metadata === undefined ? {} : { metadata }),
    ...(subagentRunId === undefined ? {} : { subagentRunId }),
  }
}

/** A copy that may be changed: the event itself may still wait for a slow client. */
function owned(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, ownedValue(value)]))
}

function ownedValue(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as unknown[])] : value
}

/** Applies an operation of an activity: sets a field or appends to a list. Returns the change in size. */
function change(content: Record<string, unknown>, operation: PatchOperation): number {
  const [, name = '', place] = operation.path.split('/')
  const before = content[name]
  if (operation.op === 'remove') {
    Reflect.deleteProperty(content, name)
    return -sizeOf(before)
  }
  const { value } = operation
  if (place === '-' && Array.isArray(before)) {
    before.push(value)
    return sizeOf(value)
  }
  content[name] = ownedValue(value)
  return sizeOf(value) - sizeOf(before)
}

function sizeOf(value: unknown): number {
  if (value === undefined) return 0
  return typeof value === 'string' ? value.length : JSON.stringify(value).length
}

function lengthOf(message: HistoryMessage): number {
  const written = callsIn(message).reduce((sum, call) => sum + call.function.arguments.length, 0)
  return written + sizeOf(message.content)
}

function callsIn(message: HistoryMessage): readonly HistoryToolCall[] {
  return 'toolCalls' in message ? (message.toolCalls ?? []) : []
}
