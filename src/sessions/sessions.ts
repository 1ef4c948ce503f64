import type { AgentSession } from './agent-session.ts'
import type { ActionDefinition } from './action.ts'
import type { Delivery } from './delivery.ts'
import type { EventHub } from './event-hub.ts'
import type { AgentIdentityInput } from './identity.ts'
import type { ManagedSession } from './managed-session.ts'
import type { Participant } from './participant.ts'
import type { ChannelRecord, DeliveryQuery, ParticipantRecord } from './store/session-store.ts'

export interface RegisterOptions {
  /** In which states `on-idle` surfaces in this session. */
  safeStates?: readonly ManagedSession['status'][]
  /** What it is taken up by again; kept with it. */
  origin?: Readonly<Record<string, unknown>>
  /** Its status until it tells another. `idle` if not given. */
  status?: ManagedSession['status']
}

/** Sessions and people who write to each other, and what becomes of every message. */
export interface Sessions extends AsyncDisposable {
  readonly events: EventHub
  /** Looks after a session of whatever kind. @throws ValidationError or CapabilityError when it declares what it does not implement. */
  register(session: AgentSession, options?: RegisterOptions): ManagedSession
  /** A person: it sends and reads, and nothing is given to it. */
  join(identity: AgentIdentityInput): Participant
  /** By id or `@handle`. @throws CapstanError `UNKNOWN_SESSION`. */
  get(reference: string): ManagedSession
  find(reference: string): Participant | undefined
  list(): ManagedSession[]
  /** All that are kept, also those that are not there now. */
  records(): ParticipantRecord[]

  /** Lets go of a session that is kept and not there, by id or `@handle`; what waits for it ends as if it was released. */
  forget(reference: string, reason?: string): void

  readonly channels: {
    create(name: string, options?: { topic?: string; members?: readonly string[] }): ChannelRecord
    join(name: string, reference: string): ChannelRecord
    leave(name: string, reference: string): ChannelRecord
    list(): ChannelRecord[]
  }

  readonly deliveries: {
    get(id: string): Delivery
    list(query?: DeliveryQuery): Delivery[]
    /** How many there are, without reading them. */
    count(query?: DeliveryQuery): number
    dead(query?: Omit<DeliveryQuery, 'states'>): Delivery[]
    /** Gives a dead letter, or one in doubt, another chance with a new deadline. */
    redeliver(id: string, options?: { deadline?: Date | string }): Delivery
    /** Decides about one in doubt: it did surface, or it is given up. */
    settle(id: string, as: 'delivered' | 'dead'): Delivery
  }

  readonly actions: {
    /** `by`: the session that exposes it; it has to declare `actions.expose`. Gives a function that takes it away. */
    register(action: ActionDefinition, by?: ManagedSession): () => void
    /** Is told when an action comes or goes. Gives a function that ends it. */
    onChange(listener: () => void): () => void
  }

  /** Ends all that is under way: attempts are waited for, and what waits is kept for the next time. */
  close(): Promise<void>
}
