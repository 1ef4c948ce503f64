import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The agent asks the user for something that is no permission, and waits. */
export interface ElicitationRequestedEvent extends EventBase {
  type: 'elicitation.requested'
  /** The id to answer with. */
  requestId: string
  /** `form`: values are asked for, by `schema`. `url`: the user is sent to `url`. */
  mode: OpenValue<'form' | 'url'>
  /** What is asked, for people. */
  message: string
  /** The values asked for, as JSON Schema of a flat object. */
  schema?: Record<string, unknown>
  /** Where the user is sent. */
  url?: string
  /** Names what happens at the address; `elicitation.completed` has it when it is done. */
  elicitationId?: string
  /** The tool call that asks. */
  toolCallId?: string
  /** The caller's own request that cannot go on without the answer, when no session asks. */
  relatedRequestId?: string | number
  /** All other fields of a mode that this version does not know, untouched. */
  data?: Record<string, unknown>
}

/** An elicitation was answered, or was dropped. */
export interface ElicitationResolvedEvent extends EventBase {
  type: 'elicitation.resolved'
  /** The request that was answered. */
  requestId: string
  /** How it ended. */
  outcome: ElicitationOutcome
}

/** What the user was sent to an address for is done. */
export interface ElicitationCompletedEvent extends EventBase {
  type: 'elicitation.completed'
  /** The elicitation that is done. */
  elicitationId: string
}

/** How an elicitation ended. */
export type ElicitationOutcome =
  | { type: 'accepted'; content?: Record<string, unknown> }
  | { type: 'declined' }
  | { type: 'cancelled' }
  | UnknownPart
