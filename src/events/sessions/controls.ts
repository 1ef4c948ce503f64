import type { Extensible } from '../event-base.ts'

/** A control that is available now. It needs no fields: its presence is the offer. */
export interface Control extends Extensible {}

/** The controls of a running tool call, terminal or subagent. A new value replaces the old one. */
export interface Controls extends Extensible {
  /** Present: it can be cancelled on its own. */
  cancel?: Control
}
