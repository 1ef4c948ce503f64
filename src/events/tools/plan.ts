import type { EventBase, Extensible } from '../event-base.ts'
import type { OpenValue } from '../open-value.ts'

/** A plan was created or replaced as a whole. */
export interface PlanUpdatedEvent extends EventBase {
  type: 'plan.updated'
  /** The plan, in the form the agent chose. */
  plan: Plan
}

/** A plan was removed. */
export interface PlanRemovedEvent extends EventBase {
  type: 'plan.removed'
  /** The removed plan. */
  planId: string
}

/** A plan in one of its forms. */
export type Plan = PlanItems | PlanFile | PlanMarkdown | UnknownPlan

/** A list of tasks. */
export interface PlanItems extends Extensible {
  type: 'items'
  /** Absent: the one plan of the session. */
  planId?: string
  /** All tasks, in order. */
  entries: PlanEntry[]
}

/** A file that holds the plan. */
export interface PlanFile extends Extensible {
  type: 'file'
  /** Names the plan in its session. */
  planId: string
  /** Location of the plan. */
  uri: string
}

/** A plan as Markdown text. */
export interface PlanMarkdown extends Extensible {
  type: 'markdown'
  /** Names the plan in its session. */
  planId: string
  /** The Markdown. */
  content: string
}

/** A form of plan that this version does not know, kept unchanged. */
export interface UnknownPlan {
  type: 'unknown'
  /** Names the plan in its session. */
  planId: string
  /** Name of the form. */
  originalType: string
  /** All other fields, unchanged. */
  data: Record<string, unknown>
}

/** One task of a plan. */
export interface PlanEntry extends Extensible {
  /** The task, for display. */
  content: string
  /** Priority. */
  priority: OpenValue<'high' | 'medium' | 'low'>
  /** Progress. */
  status: OpenValue<'pending' | 'in-progress' | 'completed' | 'cancelled'>
}
