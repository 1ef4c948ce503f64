import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { MessageUpdatedEvent } from '../../events/message.ts'
import type { SubagentUpdatedEvent } from '../../events/subagent.ts'
import type { ContentDeltaEvent, Role } from '../../events/text.ts'
import type { AgUiEvent } from './events.ts'
import { protocolVersion } from './generation.ts'
import { callOf } from './interrupts.ts'
import { MessageStream, type Owner } from './message-stream.ts'
import { type RunEnd, type RunNames, terminalEvent } from './run-end.ts'
import { runErrorOf } from './run-error.ts'
import { ActiveSubagents, hasEnded } from './subagents.ts'
import type { ThreadMemory } from './thread-memory.ts'

export interface TranslatorOptions extends RunNames {
  /** The agent, for the hints of a failure. */
  readonly agent?: string | undefined
  readonly memory: ThreadMemory
  /** The client's shared state; part of every snapshot. */
  readonly state?: unknown
  readonly parentRunId?: string | undefined
  /** Forwards agent messages without an AG-UI equivalent as RAW events. */
  readonly raw?: boolean | undefined
}

type Handlers = { [Type in AgentEventType]?: (event: AgentEventOf<Type>) => AgUiEvent[] }

const nothing = (): AgUiEvent[] => []

/**
 * Translates agent events into the AG-UI events of one run. Deterministic. Call `begin` first and `end` last; `end`
 * closes all open messages and calls.
 */
export class AgUiTranslator {
  readonly #options: TranslatorOptions
  readonly #memory: ThreadMemory
  readonly #subagents: ActiveSubagents
  readonly #handlers: Handlers
  readonly #streams = new Map<string | undefined, MessageStream>()
  #count = 0

  constructor(options: TranslatorOptions) {
    const { memory, raw = false } = options
    const { tools, activities, subagents } = memory
    this.#options = options
    this.#memory = memory
    this.#subagents = new ActiveSubagents(subagents)
    this.#handlers = {
      'text.delta': (event) => this.#text(event.text, event),
      'thinking.delta': (event) => this.#thinking(event.text, event),
      'content.delta': (event) => this.#content(event),
      'message.updated': (event) => this.#message(event),
      'message.retracted': (event) => [
        ...(this.#streams.get(event.subagentId)?.close() ?? []),
        custom(event),
      ],
      'tool.called': (event) => this.#owned(event.subagentId, (owner) => tools.take(event, owner)),
      'tool.updated': (event) => this.#owned(event.subagentId, (owner) => tools.take(event, owner)),
      'tool.input': ({ toolCallId, text }) => tools.input(toolCallId, text),
      'tool.output': ({ subagentId, toolCallId, content }) =>
        this.#owned(subagentId, (owner) => tools.output(toolCallId, content, owner)),
      'plan.updated': ({ plan }) => activities.plan(plan, memory.turn),
      'plan.removed': ({ planId }) => activities.planRemoved(planId, memory.turn),
      'terminal.output': (event) => activities.terminal(event),
      'terminal.screen': (event) => activities.terminal(event),
      'terminal.updated': (event) => activities.terminal(event),
      'subagent.updated': (event) => this.#subagent(event),
      // The thread handles these and ends the run.
      'permission.requested': (event) => {
        const toolCallId = callOf(event)
        if (toolCallId !== undefined) tools.refusals.ask(toolCallId, event)
        return []
      },
      'permission.resolved': (event) => {
        tools.refusals.resolve(event)
        return []
      },
      'elicitation.requested': nothing,
      'elicitation.resolved': nothing,
      finish: nothing,
      raw: ({ payload, source }) => (raw ? [{ type: 'RAW', event: payload, source }] : []),
      log: (event) => (raw ? [custom(event)] : []),
    }
  }

  /** The first events of the run. `isContinued` if it continues a turn of another run. */
  begin({ isContinued = false }: { isContinued?: boolean } = {}): AgUiEvent[] {
    const { tools, activities } = this.#memory
    if (isContinued) {
      tools.beginRun()
      activities.beginRun()
    } else {
      this.#memory.turn = this.#options.runId
      this.#memory.sentMessages.clear()
    }
    return [this.started(), this.snapshot()]
  }

  /** RUN_STARTED, the first event of a run. */
  started(): AgUiEvent {
    const { threadId, runId, parentRunId, generation } = this.#options
    return {
      type: 'RUN_STARTED',
      threadId,
      runId,
      ...(generation === 'current' ? { protocolVersion } : {}),
      ...(parentRunId === undefined ? {} : { parentRunId }),
    }
  }

  /** The current state. */
  snapshot(): AgUiEvent {
    return { type: 'STATE_SNAPSHOT', snapshot: this.#memory.state.snapshot(this.#options.state) }
  }

  /** Translates an event, except for `finish`: see `end`. */
  take(event: AgentEvent): AgUiEvent[] {
    const handler = this.#handlers[event.type] as ((one: AgentEvent) => AgUiEvent[]) | undefined
    if (handler !== undefined) return handler(event)
    const delta = this.#memory.state.take(event)
    return delta.length === 0 ? [custom(event)] : [{ type: 'STATE_DELTA', delta }, ...lostContext(event)]
  }

  /** Ends everything that is open, then the run. */
  end(end: RunEnd): AgUiEvent[] {
    const events = [...this.close()]
    if (end.type === 'interrupted') {
      events.push(...this.#subagents.endAll(end.interrupts.map(({ id }) => id)))
    } else if (end.type === 'tools-called') events.push(...this.#subagents.endAll())
    else events.push(...this.#memory.endTurn(), ...this.#subagents.endAll())
    events.push(...this.#terminal(end))
    return events
  }

  /** Ends the run but not the turn, which another run continues. */
  suspend(end: RunEnd): AgUiEvent[] {
    return [...this.close(), ...this.#subagents.endAll(), ...this.#terminal(end)]
  }

  /** The terminal event alone, for a run that had no part in a turn. */
  ended(end: RunEnd): AgUiEvent {
    return terminalEvent(end, this.#options)
  }

  /** Ends open messages and inputs; subagents stay active. */
  close(): AgUiEvent[] {
    return [
      ...[...this.#streams.values()].flatMap((stream) => stream.close()),
      ...this.#memory.tools.closeInputs(),
    ]
  }

  /** Splits open messages, for a client that connects now; the rest has `continues` metadata. */
  cut(): AgUiEvent[] {
    return [
      ...[...this.#streams.values()].flatMap((stream) => stream.cut()),
      ...this.#memory.tools.closeInputs(),
    ]
  }

  /** A call of a client tool, with its whole input; the client sends the result. */
  callClientTool({ id, name, input }: { id: string; name: string; input: unknown }): AgUiEvent[] {
    return [
      ...this.#stream(undefined).close(),
      { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
      { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(input ?? {}) },
      { type: 'TOOL_CALL_END', toolCallId: id },
    ]
  }

  /** A failure carries its hint: in its metadata, or for clients before 1.0 in an event before it. */
  #terminal(end: RunEnd): AgUiEvent[] {
    const terminal = terminalEvent(end, this.#options)
    const { agent, generation } = this.#options
    if (end.type !== 'failed' || agent === undefined) return [terminal]
    const value = runErrorOf(end.error, { agent })
    if (generation === 'current') return [{ ...terminal, metadata: { capstan: value } }]
    return [{ type: 'CUSTOM', name: 'capstan.error', value }, terminal]
  }

  #text(
    text: string,
    { subagentId, messageId, role }: { subagentId?: string; messageId?: string; role?: Role },
  ): AgUiEvent[] {
    // The client knows the user's messages.
    if (role === 'user' || text === '') return []
    if (messageId !== undefined) this.#memory.sentMessages.add(messageId)
    const speaker = role === 'system' ? 'system' : 'assistant'
    return this.#spoken(subagentId, (stream) => stream.text(text, { source: messageId, role: speaker }))
  }

  #thinking(
    text: string,
    { subagentId, messageId }: { subagentId?: string; messageId?: string },
  ): AgUiEvent[] {
    if (text === '') return []
    if (messageId !== undefined) this.#memory.sentMessages.add(messageId)
    return this.#spoken(subagentId, (stream) => stream.reasoning(text, messageId))
  }

  #content(event: ContentDeltaEvent): AgUiEvent[] {
    const { content, role, thinking } = event
    if (content.type === 'text') {
      return thinking ? this.#thinking(content.text, event) : this.#text(content.text, event)
    }
    if (role === 'user') return []
    return this.#memory.activities.content(this.#nextId('content'), content)
  }

  /** A complete message; skipped if its deltas were sent. */
  #message({ messageId, role, thinking, content, subagentId }: MessageUpdatedEvent): AgUiEvent[] {
    const { sentMessages } = this.#memory
    if (sentMessages.has(messageId) || role === 'user' || !content?.length) return []
    sentMessages.add(messageId)
    const fields = {
      messageId,
      ...(role && { role }),
      ...(thinking && { thinking }),
      ...(subagentId && { subagentId }),
    }
    return content.flatMap((block) => this.#content({ type: 'content.delta', content: block, ...fields }))
  }

  #subagent(event: SubagentUpdatedEvent): AgUiEvent[] {
    const { subagentId } = event
    this.#memory.subagents.update(event)
    if (this.#options.generation === 'legacy') return [custom(event)]
    if (!hasEnded(event)) return this.#subagents.start(subagentId)
    const stream = this.#streams.get(subagentId)
    const owner = this.#ownerOf(subagentId)
    this.#streams.delete(subagentId)
    const inputs = owner.subagentRunId === undefined ? [] : this.#memory.tools.closeInputs(owner)
    return [...(stream?.close() ?? []), ...inputs, ...this.#subagents.end(subagentId, event)]
  }

  /** Events that a subagent may own; starts its run if needed. */
  #owned(subagentId: string | undefined, produce: (owner: Owner) => AgUiEvent[]): AgUiEvent[] {
    const started = this.#startedBy(subagentId)
    return [
      ...(this.#streams.get(subagentId)?.close() ?? []),
      ...started,
      ...produce(this.#ownerOf(subagentId)),
    ]
  }

  #spoken(subagentId: string | undefined, produce: (stream: MessageStream) => AgUiEvent[]): AgUiEvent[] {
    if (subagentId === undefined) return produce(this.#stream(undefined))
    const started = this.#startedBy(subagentId)
    return [...started, ...produce(this.#stream(subagentId))]
  }

  #startedBy(subagentId: string | undefined): AgUiEvent[] {
    if (subagentId === undefined || this.#options.generation === 'legacy') return []
    return this.#subagents.start(subagentId)
  }

  #ownerOf(subagentId: string | undefined): Owner {
    const subagentRunId = subagentId === undefined ? undefined : this.#subagents.runOf(subagentId)
    return subagentRunId === undefined ? {} : { subagentRunId }
  }

  #stream(subagentId: string | undefined): MessageStream {
    let stream = this.#streams.get(subagentId)
    if (stream === undefined) {
      stream = new MessageStream(this.#ownerOf(subagentId), (kind) => this.#nextId(kind))
      this.#streams.set(subagentId, stream)
    }
    return stream
  }

  #nextId(kind: string): string {
    this.#count += 1
    return `${this.#options.runId}:${kind}:${this.#count}`
  }
}

/** A CUSTOM event, for events without an AG-UI equivalent. */
function custom(event: AgentEvent): AgUiEvent {
  const { type, native: _, envelopeMeta: __, ...value } = event
  return { type: 'CUSTOM', name: `capstan.${type}`, value }
}

/** Reports, besides the new session id, that the agent has lost the conversation. */
function lostContext(event: AgentEvent): AgUiEvent[] {
  return event.type === 'session.recovered' && event.contextLost ? [custom(event)] : []
}
