/** Vendor data beside the known fields. Capstan passes it on unchanged. */
export type Meta = Record<string, unknown>

/** A part of an event that can carry vendor data. */
export interface Extensible {
  /** Vendor data beside the known fields. */
  meta?: Meta
}

/** Optional fields of every event: a bare `{ type, … }` is a complete event. */
export interface EventBase {
  /** The session this event belongs to. */
  sessionId?: string
  /** The run that emitted the event, if any. */
  runId?: string
  /** The turn of the run: from a prompt to the end of its answer. */
  turnId?: string
  /** The subagent that emitted the event; on `subagent.updated`, the updated subagent. */
  subagentId?: string
  /** Time of the event, in milliseconds since the epoch. */
  at?: number
  /** Position in the event stream of the session. Rising, possibly with gaps. */
  sequence?: number
  /** Vendor data of the event's subject. On an `.updated` event it is a patch, and `null` removes it. */
  meta?: Meta | null
  /** Vendor data of the protocol message behind the event. */
  envelopeMeta?: Meta
  /** The original message, if the caller requested it or a part of it could not be read. */
  native?: unknown
}
