import { RpcFault } from '../acp/wire/rpc-fault.ts'
import type { ElicitationOutcome, ElicitationRequestedEvent } from '../events/elicitation.ts'
import type { AgentEvent } from '../events/event.ts'
import type { PermissionOutcome } from '../events/permission.ts'
import type { Broker, PermissionBroker } from './permissions/permission-broker.ts'
import type { RunSide } from './validate/run-side.ts'

const mostKept = 10_000

/**
 * Passes the events and questions of a session to the current run. Between runs it keeps events for the next run and
 * refuses questions.
 */
export class SessionEventSink implements Broker {
  #listeners: Set<(event: AgentEvent) => void> | undefined
  #side: RunSide | undefined
  /** Created with the first event as a literal: `push` would reserve memory for many, and most sessions keep one. */
  #kept: AgentEvent[] | undefined
  #notKept = 0
  #gate: (() => Promise<void>) | undefined

  readonly onEvent = (event: AgentEvent): Promise<void> | undefined => {
    this.notify(event)
    if (this.#side !== undefined) return this.#side.onEvent(event)
    if (this.#kept === undefined) this.#kept = [event]
    else if (this.#kept.length < mostKept) this.#kept.push(event)
    else this.#notKept++
    return undefined
  }

  /** Emits an event to the listeners only, not to the run. */
  notify(event: AgentEvent): void {
    if (this.#listeners !== undefined) for (const listener of this.#listeners) listener(event)
  }

  async permission(...asked: Parameters<Broker['permission']>): Promise<PermissionOutcome> {
    if (this.#side === undefined) return { type: 'cancelled' }
    const outcome = await this.#side.broker.permission(...asked)
    await this.#gate?.()
    return outcome
  }

  /** Delays each permission answer until the gate resolves. */
  holdAnswers(gate: () => Promise<void>): void {
    this.#gate = gate
  }

  async elicitation(request: ElicitationRequestedEvent, signal: AbortSignal): Promise<ElicitationOutcome> {
    return this.#side === undefined ? { type: 'cancelled' } : this.#side.broker.elicitation(request, signal)
  }

  async allowRead(path: string): Promise<void> {
    await this.#require().allowRead(path)
  }

  async allowWrite(...request: Parameters<Broker['allowWrite']>): Promise<void> {
    await this.#require().allowWrite(...request)
  }

  async allowCommand(...request: Parameters<Broker['allowCommand']>): Promise<void> {
    await this.#require().allowCommand(...request)
  }

  /** Whether the session has listeners besides the run. */
  get isWatched(): boolean {
    return this.#listeners !== undefined && this.#listeners.size > 0
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Starts a run with the events since the previous run. */
  attach(side: RunSide): void {
    this.#side = side
    const kept = this.#kept
    this.#kept = undefined
    for (const event of kept ?? []) void side.onEvent(event)
    if (this.#notKept > 0) {
      side.onWarning(`Dropped ${this.#notKept} events that arrived between runs`)
      this.#notKept = 0
    }
  }

  detach(): void {
    this.#side = undefined
  }

  #require(): PermissionBroker {
    if (this.#side === undefined) throw new RpcFault(-32000, 'The session has no run in progress')
    return this.#side.broker
  }
}
