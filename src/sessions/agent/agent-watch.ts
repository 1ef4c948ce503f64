import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { OuterStatus, StatusKeeper } from './agent-status.ts'
import { SessionEvents } from './session-events.ts'
import { TranscriptChunks } from './transcript-chunks.ts'

export interface AgentWatchOptions {
  clock: Clock
  status: StatusKeeper
  /** The promise resolves when all messages due at the event have been answered. */
  emit: (event: AgentSessionEvent) => void | Promise<void>
}

/** A permission policy answers within this time; after it, the session is blocked on a person. */
const policyMs = 50
/** The longest time an answer is held back for messages that must reach the agent first. */
const boundaryMs = 5000

/** Turns agent events into session events and status changes. */
export class AgentWatch {
  readonly #options: AgentWatchOptions
  readonly #events: SessionEvents
  readonly #chunks: TranscriptChunks
  /** Tool calls whose due messages are not answered yet. */
  readonly #boundaries = new Set<Promise<void>>()
  readonly #open = new Set<string>()
  #asks = false

  constructor(options: AgentWatchOptions) {
    const { clock, emit } = options
    this.#options = options
    this.#events = new SessionEvents(() => clock.now())
    this.#chunks = new TranscriptChunks({ clock, emit: (event) => void emit(event) })
  }

  /** `asks`: requests of the agent wait for a person. */
  beginTurn({ asks }: { asks: boolean }): void {
    this.#asks = asks
    this.#options.status.beginTurn()
  }

  endTurn(then?: OuterStatus, reason?: string): void {
    this.#chunks.flush()
    this.#events.endTurn()
    this.#open.clear()
    this.#options.status.endTurn(then, reason)
  }

  /** Resolves when messages due at open tool calls have been answered, or after `boundaryMs`. */
  async boundaries(): Promise<void> {
    if (this.#boundaries.size === 0) return
    const controller = new AbortController()
    const late = this.#options.clock.sleep(boundaryMs, controller.signal).catch(() => {})
    await Promise.race([Promise.all(this.#boundaries), late])
    controller.abort()
  }

  take(event: AgentEvent): void {
    const { status } = this.#options
    for (const sessionEvent of this.#events.read(event)) {
      if (sessionEvent.type === 'transcript.piece') this.#chunks.add(sessionEvent)
      else {
        this.#chunks.flush()
        this.#emit(sessionEvent)
      }
    }
    if (event.type === 'permission.requested' || event.type === 'elicitation.requested') {
      this.#onRequest(event.requestId, { atOnce: this.#asks || event.type === 'elicitation.requested' })
    } else if (event.type === 'permission.resolved' || event.type === 'elicitation.resolved') {
      this.#open.delete(event.requestId)
      status.answer(event.requestId)
    }
    status.tools(this.#events.openCalls)
  }

  #emit(event: AgentSessionEvent): void {
    const answered = this.#options.emit(event)
    if (event.type !== 'tool.called' || answered === undefined) return
    const boundary = answered.catch(() => {}).finally(() => this.#boundaries.delete(boundary))
    this.#boundaries.add(boundary)
  }

  #onRequest(requestId: string, { atOnce }: { atOnce: boolean }): void {
    const { status, clock } = this.#options
    this.#open.add(requestId)
    if (atOnce) return status.ask(requestId)
    void clock.sleep(policyMs).then(() => this.#open.has(requestId) && status.ask(requestId))
  }
}
