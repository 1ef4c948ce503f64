import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { MessageUpdatedEvent } from '../../events/message.ts'
import type { SubagentUpdatedEvent } from '../../events/subagent.ts'
import type { ContentDeltaEvent, Role } from '../../events/text.ts'
import { Activities } from './activities.ts'
import type { AgUiEvent } from './events.ts'
import { protocolVersion } from './generation.ts'
import { MessageStream, type Owner } from './message-stream.ts'
import { type RunEnd, type RunNames, terminalEvent } from './run-end.ts'
import { SessionState } from './session-state.ts'
import { ActiveSubagents, hasEnded, SubagentBook } from './subagents.ts'
import { ToolBook } from './tool-book.ts'

/** What outlives the runs of a thread, so that each run goes on where the one before stopped. */
export class ThreadMemory {
  readonly state = new SessionState()
  readonly tools = new ToolBook()
  readonly activities = new Activities()
  readonly subagents = new SubagentBook()
  /** Messages of the turn whose pieces were told, by the agent's names for them. */
  readonly told = new Set<string>()
  /** The run of the client with which the turn began. */
  turn = ''
}

export interface TranslatorOptions extends RunNames {
  readonly memory: ThreadMemory
  /** What the client shares with the agent; it stays in every snapshot. */
  readonly state?: unknown
  readonly parentRunId?: string | undefined
  /** Passes on what has no other form. */
  readonly raw?: boolean | undefined
}

type Handlers = { [Type in AgentEventType]?: (event: AgentEventOf<Type>) => AgUiEvent[] }

const nothing = (): AgUiEvent[] => []

/**
 * Turns what an agent tells into what an AG-UI client of one run takes. Pure: the same events give the same stream.
 * First comes `begin`, last `end`; between them nothing is open twice, and after `end` nothing is open.
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
      // Whoever drives the run ends it with these.
      'permission.requested': nothing,
      'permission.resolved': nothing,
      'elicitation.requested': nothing,
      'elicitation.resolved': nothing,
      finish: nothing,
      raw: ({ payload, source }) => (raw ? [{ type: 'RAW', event: payload, source }] : []),
      log: (event) => (raw ? [custom(event)] : []),
    }
  }

  /** The first events of the run. `goesOn` when it takes up a turn that another run began. */
  begin({ goesOn = false }: { goesOn?: boolean } = {}): AgUiEvent[] {
    const { tools, activities } = this.#memory
    if (goesOn) {
      tools.beginRun()
      activities.beginRun()
    } else {
      this.#memory.turn = this.#options.runId
      this.#memory.told.clear()
    }
    return [this.started(), this.snapshot()]
  }

  /** The very first event of a run. */
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

  /** The state as it is now. */
  snapshot(): AgUiEvent {
    return { type: 'STATE_SNAPSHOT', snapshot: this.#memory.state.snapshot(this.#options.state) }
  }

  /** What one event of the agent is to the client. The end of the agent's run is none: see `end`. */
  take(event: AgentEvent): AgUiEvent[] {
    const handler = this.#handlers[event.type] as ((one: AgentEvent) => AgUiEvent[]) | undefined
    if (handler !== undefined) return handler(event)
    const delta = this.#memory.state.take(event)
    return delta.length === 0 ? [custom(event)] : [{ type: 'STATE_DELTA', delta }, ...lostContext(event)]
  }

  /** Ends whatever is open, then the run. */
  end(end: RunEnd): AgUiEvent[] {
    const { tools, activities } = this.#memory
    const events = [...this.close()]
    if (end.type === 'interrupted') {
      events.push(...this.#subagents.endAll(end.interrupts.map(({ id }) => id)))
    } else if (end.type === 'tools-called') events.push(...this.#subagents.endAll())
    else {
      events.push(...tools.endTurn(), ...this.#subagents.endAll())
      activities.endTurn()
    }
    events.push(terminalEvent(end, this.#options))
    return events
  }

  /** Ends the run and leaves the turn as it is: it waits for another run. */
  leave(end: RunEnd): AgUiEvent[] {
    return [...this.close(), ...this.#subagents.endAll(), terminalEvent(end, this.#options)]
  }

  /** Ends the messages and inputs that are open; subagents stay at work. */
  close(): AgUiEvent[] {
    return [
      ...[...this.#streams.values()].flatMap((stream) => stream.close()),
      ...this.#memory.tools.closeInputs(),
    ]
  }

  /** Ends what is open for somebody who comes now; what goes on of it says so. */
  cut(): AgUiEvent[] {
    return [
      ...[...this.#streams.values()].flatMap((stream) => stream.cut()),
      ...this.#memory.tools.closeInputs(),
    ]
  }

  /** A tool of the client is called: it gets name and input in one go, and its result is the client's to tell. */
  callClientTool({ id, name, input }: { id: string; name: string; input: unknown }): AgUiEvent[] {
    return [
      ...this.#stream(undefined).close(),
      { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
      { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(input ?? {}) },
      { type: 'TOOL_CALL_END', toolCallId: id },
    ]
  }

  #text(
    text: string,
    { subagentId, messageId, role }: { subagentId?: string; messageId?: string; role?: Role },
  ): AgUiEvent[] {
    // What the user said the client knows.
    if (role === 'user' || text === '') return []
    if (messageId !== undefined) this.#memory.told.add(messageId)
    const speaker = role === 'system' ? 'system' : 'assistant'
    return this.#spoken(subagentId, (stream) => stream.text(text, { source: messageId, role: speaker }))
  }

  #thinking(
    text: string,
    { subagentId, messageId }: { subagentId?: string; messageId?: string },
  ): AgUiEvent[] {
    if (text === '') return []
    if (messageId !== undefined) this.#memory.told.add(messageId)
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

  /** A message that comes whole; one whose pieces were told is known. */
  #message({ messageId, role, thinking, content, subagentId }: MessageUpdatedEvent): AgUiEvent[] {
    const { told } = this.#memory
    if (told.has(messageId) || role === 'user' || !content?.length) return []
    told.add(messageId)
    const said = {
      messageId,
      ...(role && { role }),
      ...(thinking && { thinking }),
      ...(subagentId && { subagentId }),
    }
    return content.flatMap((block) => this.#content({ type: 'content.delta', content: block, ...said }))
  }

  #subagent(event: SubagentUpdatedEvent): AgUiEvent[] {
    const { subagentId } = event
    this.#memory.subagents.learn(event)
    if (this.#options.generation === 'legacy') return [custom(event)]
    if (!hasEnded(event)) return this.#subagents.start(subagentId)
    const stream = this.#streams.get(subagentId)
    const owner = this.#ownerOf(subagentId)
    this.#streams.delete(subagentId)
    const inputs = owner.subagentRunId === undefined ? [] : this.#memory.tools.closeInputs(owner)
    return [...(stream?.close() ?? []), ...inputs, ...this.#subagents.end(subagentId, event)]
  }

  /** Something that a subagent may own, which then is at work. */
  #owned(subagentId: string | undefined, tell: (owner: Owner) => AgUiEvent[]): AgUiEvent[] {
    const started = this.#startedBy(subagentId)
    return [...(this.#streams.get(subagentId)?.close() ?? []), ...started, ...tell(this.#ownerOf(subagentId))]
  }

  #spoken(subagentId: string | undefined, tell: (stream: MessageStream) => AgUiEvent[]): AgUiEvent[] {
    if (subagentId === undefined) return tell(this.#stream(undefined))
    const started = this.#startedBy(subagentId)
    return [...started, ...tell(this.#stream(subagentId))]
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

/** What has no event of its own, under its name here. */
function custom(event: AgentEvent): AgUiEvent {
  const { type, native: _, envelopeMeta: __, ...value } = event
  return { type: 'CUSTOM', name: `capstan.${type}`, value }
}

/** A client has to be told, beside the new id, when the agent knows nothing of what was said before. */
function lostContext(event: AgentEvent): AgUiEvent[] {
  return event.type === 'session.recovered' && event.contextLost ? [custom(event)] : []
}
