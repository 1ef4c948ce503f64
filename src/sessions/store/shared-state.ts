import type { Delivery } from '../delivery.ts'
import type { LoggedEvent } from './logged-event.ts'

/** What a commit of any node changed, in the order of the commits. */
export interface SharedChanges {
  /** Participants that another node changed, by id. */
  participants: readonly string[]
  /** Deliveries that another node added or changed. */
  deliveries: readonly Delivery[]
  /** Events of all nodes; their cursors are final. */
  events: readonly LoggedEvent[]
}

export interface SharedListener {
  onChanges?(changes: SharedChanges): void
  /** This node no longer owns these sessions; their agents must stop. */
  onLost?(sessions: readonly string[]): void
}

/** The owner of a session. */
export interface Lease {
  /** The id of a node; undefined if the session has no owner. */
  node: string | undefined
  /** Grows with every change of the owner. */
  epoch: number
}

/**
 * The part of a store that several nodes share. Changes are applied here at once and committed in groups; what others
 * can see has to wait for `durably`.
 */
export interface SharedState {
  /** The id of this node; another one after its lease lapsed. */
  readonly node: string
  lease(session: string): Lease | undefined
  /** Whether this node may write for the session: it is the owner, or the session has no owner. */
  mayWrite(session: string): boolean
  /** Whether this node is the owner of the session. */
  owns(session: string): boolean
  /** Whether this node is the owner at this moment, by its own clocks: ask before anything that cannot be taken back. */
  mayAct(session: string): boolean
  /** Makes this node the owner. The commit fails with `NOT_OWNER` if a live node is the owner. */
  claim(session: string): void
  /** Gives a session up; another node may claim it. */
  unclaim(session: string): void
  /**
   * Runs `work` and resolves with its result when everything it wrote and read is durable.
   * @throws CapstanError `NOT_OWNER` or `STORE_CONFLICT` if another node was first: nothing of `work` is stored.
   */
  durably<Result>(work: () => Result): Promise<Result>
  /** Runs `work` unless another node does so under this name; returns whether it ran. */
  exclusively(name: string, work: () => Promise<void>): Promise<boolean>
  /** Returns a function that unsubscribes. */
  subscribe(listener: SharedListener): () => void
}
