import type { ProtocolChoice } from './wire/initialize.ts'
import type { Scenario } from './scenario.ts'
import type { SessionStore } from './sessions/session-store.ts'

/** The options of the sim. */
export interface SimOptions {
  protocol: ProtocolChoice
  scenario: Scenario
  /** Milliseconds between two words. */
  pace: number
  store: SessionStore
}
