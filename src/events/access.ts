import type { EventBase } from './event-base.ts'

/**
 * The sandbox kept the agent from a host or a path that its policy does not allow. Emitted once per name in a run, and
 * once per name and turn in a session.
 */
export interface AccessBlockedEvent extends EventBase {
  type: 'access.blocked'
  /** What was blocked. */
  kind: 'host' | 'path'
  /** The host, with its port unless it is 80 or 443, or the absolute path. */
  name: string
  /** The tool call that was running, if there was exactly one. */
  toolCallId?: string
  /** Programmatic name of its tool. */
  tool?: string
  /** How to allow it in code. */
  hint: string
  /** How to allow it on the command line. */
  commandHint: string
}
