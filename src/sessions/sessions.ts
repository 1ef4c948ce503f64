import type { AgentSession } from './agent-session.ts'
import type { ActionDefinition, ActionRequest, ActionResult, ActionSummary } from './action.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryWait } from './delivery/wait.ts'
import type { EventHub } from './event-hub.ts'
import type { AgentIdentityInput } from './identity.ts'
import type { MessageArchive } from './messages/message-archive.ts'
import type { ManagedSession } from './managed-session.ts'
import type { Participant } from './participant.ts'
import type { ChannelRecord, DeliveryQuery, ParticipantRecord } from './store/session-store.ts'

export interface RegisterOptions {
  /** Statuses in which `on-idle` messages are delivered to this session. */
  safeStates?: readonly ManagedSession['status'][]
  /** The data needed to resume the session; stored with it. */
  origin?: Readonly<Record<string, unknown>>
  /** The status until the session reports one. Default: `idle`. */
  status?: ManagedSession['status']
}

/** Sessions and people that message each other, with the deliveries and events of all. */
export interface Sessions extends AsyncDisposable {
  readonly events: EventHub
  /** Registers a session. @throws ValidationError or CapabilityError if it declares what it does not implement. */
  register(session: AgentSession, options?: RegisterOptions): ManagedSession
  /**
   * Says that a session with this id is about to be registered: it is `starting` until then. Returns a function that
   * takes this back if the start fails. @throws CapstanError `SESSION_EXISTS` if the session is running or starting.
   */
  announce(id: string): (reason: string) => void
  /** Joins a person, who sends messages and reads an inbox. */
  join(identity: AgentIdentityInput): Participant
  /** By id or `@handle`. @throws CapstanError `UNKNOWN_SESSION`. */
  get(reference: string): ManagedSession
  find(reference: string): Participant | undefined
  list(): ManagedSession[]
  /** The requested handle, or that handle with a number if a participant that is not released has it. */
  freeHandle(requested: string): string
  /** All stored participants, including offline ones. */
  records(): ParticipantRecord[]

  /**
   * Takes a session that is registered or `starting` offline, by id or `@handle`, without releasing it: its messages
   * wait until it is registered again. Does not stop its agent.
   */
  leave(reference: string, reason?: string): void
  /** Releases a stored session that is not running, by id or `@handle`; its queued messages end as released. */
  forget(reference: string, reason?: string): void
  /** Forgets a stored session that is not running, and deletes its record; its messages and events stay. */
  remove(reference: string, reason?: string): void

  readonly channels: {
    create(
      name: string,
      options?: { topic?: string; metadata?: ChannelRecord['metadata']; members?: readonly string[] },
    ): ChannelRecord
    /** Sets what is given; null removes the topic. An archived channel keeps its messages, and takes no more. */
    update(
      name: string,
      change: { topic?: string | null; metadata?: ChannelRecord['metadata']; isArchived?: boolean },
    ): ChannelRecord
    /** The member gets no messages of the channel until `unmute`. */
    mute(name: string, reference: string): ChannelRecord
    unmute(name: string, reference: string): ChannelRecord
    join(name: string, reference: string): ChannelRecord
    leave(name: string, reference: string): ChannelRecord
    list(): ChannelRecord[]
  }

  readonly messages: MessageArchive

  readonly deliveries: {
    get(id: string): Delivery
    /** Why a delivery waits, and the command that ends the wait; undefined if it has ended. */
    waiting(id: string): DeliveryWait | undefined
    list(query?: DeliveryQuery): Delivery[]
    /** The number of matching deliveries. */
    count(query?: DeliveryQuery): number
    dead(query?: Omit<DeliveryQuery, 'states'>): Delivery[]
    /** Delivers a dead letter, or a delivery in doubt, again with a new deadline. */
    redeliver(id: string, options?: { deadline?: Date | string }): Delivery
    /** Settles a delivery in doubt: it did surface, or it is given up. */
    settle(id: string, as: 'delivered' | 'dead'): Delivery
  }

  readonly actions: {
    /**
     * `by` is the session that exposes the action; it must declare `actions.expose`. Returns a function that removes
     * the action.
     */
    register(action: ActionDefinition, by?: ManagedSession): () => void
    /** Calls the listener when actions are added or removed. Returns a function that unsubscribes. */
    onChange(listener: () => void): () => void
    /** The actions registered here, by name. */
    names(): string[]
    /** The actions available to a stored participant, by id or `@handle`. */
    listFor(caller: string): ActionSummary[]
    /** Runs an action for a stored participant, which the caller of this method has authenticated. */
    invokeFor(caller: string, call: ActionRequest): Promise<ActionResult>
  }

  /**
   * Makes this node the owner of a stored session whose node is gone, by id or `@handle`. A session that was running is
   * `starting` until it is registered again, or until `leave`; a paused one stays paused. Its unfinished deliveries are
   * in doubt.
   * @throws CapstanError `NOT_OWNER` if its node is alive.
   */
  takeOver(reference: string, reason?: string): Promise<void>

  /**
   * Stops a registered session, by id or `@handle`, and gives it up, so that another node can resume it: it is offline, or
   * still paused. Waits for its running deliveries for a few seconds.
   */
  handOff(reference: string, reason?: string): Promise<void>

  /** Whether another node owns a stored session, by id or `@handle`. */
  isElsewhere(reference: string): boolean

  /**
   * Runs `work`, such as a `send`, and resolves with its result when everything it wrote is durable. With SQLite that is
   * at once; a store that several nodes share commits in groups.
   * @throws CapstanError `NOT_OWNER` or `STORE_CONFLICT` if another node was first: nothing of `work` is stored.
   */
  durably<Result>(work: () => Result): Promise<Result>

  /** Waits for running attempts; queued messages stay in the store. */
  close(): Promise<void>
}
