import type { ActionRequest, ActionResult, ActionSummary } from '../action.ts'
import type { Sessions } from '../sessions.ts'
import type { Streaming } from './streaming.ts'
import { findRecord } from './find-record.ts'

/** Reaches the node that has to answer a request. */
export interface NodeRouter {
  /** The node that owns a session; undefined if it is this one, or nobody. */
  otherOwner(session: string): string | undefined
  /** Must not store the values of `env` in the parameters. */
  call(node: string, method: string, params: unknown): Promise<unknown>
  /** Prompts a session of another node and streams the turn. */
  ask(node: string, streaming: Streaming & { signal: AbortSignal }): Promise<void>
  /** The actions that sessions of other nodes expose. */
  readonly actions?: RemoteActions
}

/** The actions of other nodes. */
export interface RemoteActions {
  /** The actions available to a participant, by id. */
  list(caller: string): Promise<ActionSummary[]>
  /** Runs an action on its node, at most once; undefined if no other node has it. */
  invoke(caller: string, request: ActionRequest): Promise<ActionResult | undefined>
  /** Calls the listener when actions are added or removed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

interface RoutedParams {
  session?: string
  as?: string
  id?: string
}

/** Methods that only the node of the session can answer. */
const bySession: ReadonlySet<string> = new Set([
  'session.pause',
  'session.resume',
  'session.release',
  'session.fork',
  'session.snapshot',
  'session.flush',
  'session.ask',
])
const byDelivery: ReadonlySet<string> = new Set(['deliveries.redeliver', 'deliveries.settle'])

/** The session whose node has to answer a request of the owner; undefined if every node can. */
export function routedSession(
  method: string,
  { params, sessions }: { params: unknown; sessions: Sessions },
): string | undefined {
  const { session, as, id } = params as RoutedParams
  if (bySession.has(method) && session !== undefined) return findRecord(sessions, session).identity.id
  if (byDelivery.has(method) && id !== undefined) return sessions.deliveries.get(id).recipient
  // A person may act on every node.
  if (as === undefined) return undefined
  const { identity, kind } = findRecord(sessions, as)
  return kind === 'session' ? identity.id : undefined
}
