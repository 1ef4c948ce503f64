import { ManualClock } from '../../../src/core/manual-clock.ts'
import {
  createSessions,
  type DeliveryPolicy,
  type ManagedSession,
  type Participant,
  type Sessions,
  type SessionStore,
} from '../../../src/sessions/index.ts'
import { type FakeOptions, fakeSession, type FakeSession } from './fake-session.ts'

/** Runs all pending microtasks and immediates. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export interface SessionLab {
  clock: ManualClock
  sessions: Sessions
  /** A person. */
  ann: Participant
  bob: FakeSession
  managed: ManagedSession
  warnings: string[]
  /** The messages that bob received, in order. */
  texts: () => string[]
  /** The logged events of bob since the start. */
  eventsOf: (reference?: string) => unknown[]
}

/** Sessions with Ann, a person, and Bob, a session. */
export function sessionLab(
  options: {
    bob?: Omit<FakeOptions, 'handle'>
    policy?: Partial<DeliveryPolicy>
    store?: SessionStore
    clock?: ManualClock
  } = {},
): SessionLab {
  const { policy, store, clock = new ManualClock(1_000_000) } = options
  const warnings: string[] = []
  const sessions = createSessions({
    clock,
    ...(policy === undefined ? {} : { policy }),
    ...(store === undefined ? {} : { store }),
    onWarning: (message, cause) => {
      warnings.push(`${message}: ${cause instanceof Error ? cause.message : String(cause)}`)
    },
  })
  const ann = sessions.join({ name: 'Ann', id: 'per_ann' })
  const bob = fakeSession({ handle: 'bob', ...options.bob })
  const managed = sessions.register(bob)
  return {
    clock,
    sessions,
    ann,
    bob,
    managed,
    warnings,
    texts: () => bob.received.map(({ text }) => text),
    eventsOf: (reference = '@bob') => sessions.events.read({ session: reference }).map(({ event }) => event),
  }
}

/** The error as data, without fields that vary. */
export function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return JSON.parse(JSON.stringify(error))
  }
  return 'nothing was thrown'
}
