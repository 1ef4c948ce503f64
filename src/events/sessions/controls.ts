import type { Extensible } from '../event-base.ts'

/** One control that is offered now. Being there is the offer; it needs no fields. */
export interface Control extends Extensible {}

/** What a caller may do now to a running tool call, terminal or subagent. A new value replaces the old one. */
export interface Controls extends Extensible {
  /** It can be cancelled on its own. Absent: it cannot. */
  cancel?: Control
}
