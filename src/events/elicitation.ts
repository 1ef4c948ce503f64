import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The agent asks the user for input other than a permission, and waits. */
export interface ElicitationRequestedEvent extends EventBase {
  type: 'elicitation.requested'
  /** The id to answer with. */
  requestId: string
  /** `form`: the agent requests values by `schema`. `url`: the user opens `url`. */
  mode: OpenValue<'form' | 'url'>
  /** The question, for display. */
  message: string
  /** The requested values, as JSON Schema of a flat object. */
  schema?: Record<string, unknown>
  /** The address that the user opens. */
  url?: string
  /** Id of the interaction at the address; `elicitation.completed` carries it when the interaction is done. */
  elicitationId?: string
  /** The tool call that asks. */
  toolCallId?: string
  /** The caller's request that waits for the answer, if no session asks. */
  relatedRequestId?: string | number
  /** All other fields of a mode that this version does not know, untouched. */
  data?: Record<string, unknown>
}

/** An elicitation was answered or dropped. */
export interface ElicitationResolvedEvent extends EventBase {
  type: 'elicitation.resolved'
  /** The request that was answered. */
  requestId: string
  /** How it ended. */
  outcome: ElicitationOutcome
}

/** The user has finished the interaction at the address. */
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
