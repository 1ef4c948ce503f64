import type { ThreadQuery, ThreadRecord } from '../thread-record.ts'
import type { SharedLogins } from './shared-logins.ts'
import type { ThreadStatus } from './thread-status.ts'

/** Another gateway that owns a thread. */
export interface OtherGateway {
  /** Its id, which changes with every start. */
  readonly node: string
  /** Where other gateways reach it. */
  readonly url: string
}

/** A listed thread, with the status that its owner reported. */
export interface ListedThread {
  readonly record: ThreadRecord
  readonly status: ThreadStatus
}

/**
 * The part of a thread store that several gateways share. One gateway at a time owns a thread: it runs the agent and
 * writes. The database checks the owner with every write.
 */
export interface SharedThreads {
  /** The sign-ins of browsers. */
  readonly logins: SharedLogins
  /** Announces this gateway to the others, and the digest of its token. Call it when the gateway listens. */
  join(url: string, token: string): Promise<void>
  /**
   * Reads a thread, so that `get` and `messages` return its current state. `isOwner` makes this gateway the owner.
   * Returns the owner if that is another live gateway.
   */
  enter(id: string, options: { isOwner: boolean }): Promise<OtherGateway | undefined>
  list(query: ThreadQuery): Promise<ListedThread[]>
  /** Whether a gateway still holds its lease. */
  isAlive(node: string): Promise<boolean>
  /** Reports the status of a thread that this gateway owns. */
  setStatus(id: string, status: ThreadStatus): void
  /** Resolves when the changes of a thread are stored, or refused because another gateway owns it. */
  stored(id: string): Promise<void>
  /** Whether a token belongs to one of the gateways that share the threads. */
  accepts(token: string): boolean
  /** Called with the threads that this gateway no longer owns; their agents must stop. */
  onLost(listener: (ids: readonly string[]) => void): void
}
