/** Vendor data beside the known fields. Its keys have no meaning here; they are only passed on. */
export type Meta = Record<string, unknown>

/** Anything inside an event to which a vendor can add data. */
export interface Extensible {
  /** Vendor data beside the known fields. */
  meta?: Meta
}

/** What every event can carry. All of it is optional: a bare `{ type, … }` is a whole event. */
export interface EventBase {
  /** The session this event belongs to. */
  sessionId?: string
  /** The run that produced it, when a run did. */
  runId?: string
  /** The turn of the run: one prompt and everything up to its answer. */
  turnId?: string
  /** The subagent it comes from; on `subagent.updated`, the subagent it is about. */
  subagentId?: string
  /** When it happened, in milliseconds since the epoch. */
  at?: number
  /** Place in the stream of its session. It rises; it may have gaps. */
  sequence?: number
  /** Vendor data of what the event tells. On an `.updated` event it is a patch, and `null` removes it. */
  meta?: Meta | null
  /** Vendor data of the message that brought the event. */
  envelopeMeta?: Meta
  /** The original message, when the caller asked for it or when a part of it could not be read. */
  native?: unknown
}
