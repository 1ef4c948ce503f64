import { CapstanError } from '../core/capstan-error.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { createIdFactory } from '../core/ids.ts'
import { type Actions, createActions } from './actions.ts'
import { createChannels } from './messages/channels.ts'
import { checkPolicy } from './check/check-policy.ts'
import { DeliveryScheduler } from './delivery-scheduler.ts'
import { createDeliveryDecisions } from './delivery-decisions.ts'
import type { DeliveryPolicy } from './delivery-policy.ts'
import { Directory } from './directory.ts'
import { Housekeeping, type RetentionPolicy } from './housekeeping.ts'
import { EventLog } from './events/event-log.ts'
import type { AgentIdentity } from './identity.ts'
import { createEventHub } from './events/hub.ts'
import type { SessionsContext } from './context.ts'
import { createArchive } from './messages/archive.ts'
import { Messaging } from './messages/messaging.ts'
import { refusalOf } from './negotiation.ts'
import { People } from './people.ts'
import { Registry } from './registry.ts'
import { RunningSessions } from './running-sessions.ts'
import type { Sessions } from './sessions.ts'
import { createMemoryStore } from './store/memory.ts'
import type { SessionStore } from './store/session-store.ts'
import { UnsavedWork } from './store/unsaved-work.ts'

export interface SessionsOptions {
  /** Owned by the sessions and closed with them. Default: in memory. */
  store?: SessionStore
  clock?: Clock
  /** Merged with `defaultDeliveryPolicy`. */
  policy?: Partial<DeliveryPolicy>
  /** How long ended records are kept; merged with `defaultRetention`, which is 30 days. */
  retention?: Partial<RetentionPolicy>
  /** Receives failures that no caller receives. Default: process warnings. */
  onWarning?: (message: string, cause?: unknown) => void
}

/** Creates sessions and people that message each other. Continues the deliveries found in the store. */
export function createSessions(options: SessionsOptions = {}): Sessions {
  const { store = createMemoryStore(), clock = systemClock, onWarning: warn = warnProcess } = options
  const policy = checkPolicy(options.policy)
  const log = new EventLog({ store, clock, warn })
  let closing: Promise<void> | undefined
  const isOpen = (): boolean => closing === undefined
  const requireOpen = (): void => {
    if (isOpen()) return
    throw new CapstanError('SESSIONS_CLOSED', 'The sessions are closed', {
      hint: 'Call createSessions() again with the same store; it keeps queued messages.',
    })
  }
  const createId = createIdFactory({ clock })
  const unsaved = new UnsavedWork({ clock, policy, warn })
  const context: SessionsContext = { store, clock, policy, log, createId, requireOpen, isOpen, unsaved, warn }
  const directory = new Directory(context)
  const scheduler = new DeliveryScheduler(context)
  const running = new RunningSessions(directory)
  const actions = createActions({ store, clock, warn, emit: (id, event) => void log.append(id, event) })
  log.subscribe(({ session, event }) => {
    if (event.type === 'session.released') actions.removeOf(session)
  })
  const messaging = new Messaging({
    context,
    directory,
    scheduler,
    profileOf: (id) => running.profileOf(id),
  })
  const shared = { context, directory, scheduler, messaging, actions }
  const registry = new Registry({ ...shared, sessions: running.byId })
  const people = new People(shared)
  store.shared?.subscribe({ onLost: (lost) => lost.forEach((id) => registry.lose(id)) })
  registry.findOffline()
  scheduler.open()
  const housekeeping = new Housekeeping(context, directory, options.retention)
  housekeeping.start()

  const close = async (): Promise<void> => {
    housekeeping.stop()
    await scheduler.close()
    await actions.close()
    registry.leaveAll()
    unsaved.close()
    await store.close()
  }
  const closeOnce = (): Promise<void> => (closing ??= close())

  return {
    events: createEventHub({
      log,
      store,
      clock,
      participants: {
        idOf: (reference) => directory.idOf(reference),
        requireEvents: (id, types) => running.requireEvents(id, types),
      },
    }),
    register: (session, registration) => registry.register(session, registration),
    join: (identity) => people.join(identity),
    get: (reference) => running.get(reference),
    find: (reference) => {
      const id = directory.find(reference)?.identity.id
      return id === undefined ? undefined : (running.byId.get(id) ?? people.find(id))
    },
    list: () => [...running.byId.values()],
    freeHandle: (requested) => directory.freeHandle(requested),
    records: () => directory.records(),
    leave: (reference, reason = 'the session left') => registry.leave(directory.idOf(reference), reason),
    forget: (reference, reason = 'the session was not running') =>
      registry.forget(directory.idOf(reference), reason),
    remove: (reference, reason = 'the session was not running') =>
      registry.remove(directory.idOf(reference), reason),
    ...storedCalls(shared),
    deliveries: createDeliveryDecisions(context, { scheduler, directory }),
    actions: exposedActions(actions, { running, directory }),
    ...sharedCalls(store, { directory, registry }),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** Channels and stored messages. */
function storedCalls(parts: {
  context: SessionsContext
  directory: Directory
  messaging: Messaging
}): Pick<Sessions, 'channels' | 'messages'> {
  return { channels: createChannels(parts.context, parts.directory), messages: createArchive(parts) }
}

/** The start of a session, and the calls that matter when several nodes share the store. */
function sharedCalls(
  { shared }: SessionStore,
  { directory, registry }: { directory: Directory; registry: Registry },
): Pick<Sessions, 'announce' | 'takeOver' | 'handOff' | 'isElsewhere' | 'durably'> {
  return {
    announce: (id) => registry.announcements.add(id),
    takeOver: async (reference, reason = 'the node of the session was lost') => {
      await registry.takeOver(directory.idOf(reference), reason)
    },
    handOff: (reference, reason = 'the session moves to another node') =>
      registry.handOff(directory.idOf(reference), reason),
    isElsewhere: (reference) => shared?.mayWrite(directory.idOf(reference)) === false,
    durably: async (work) => (shared === undefined ? work() : shared.durably(work)),
  }
}

/** The actions as programs register them: a session must declare that it exposes actions. */
function exposedActions(
  actions: Actions,
  { running, directory }: { running: RunningSessions; directory: Directory },
): Sessions['actions'] {
  const identityOf = (reference: string): AgentIdentity => {
    const record = directory.record(directory.idOf(reference))
    if (record !== undefined) return record.identity
    throw new CapstanError('UNKNOWN_SESSION', `Unknown participant ${reference}`)
  }
  return {
    names: () => actions.names(),
    listFor: (caller) => actions.list(identityOf(caller)),
    invokeFor: async (caller, { action, input, ...options }) =>
      actions.invoke({ caller: identityOf(caller), action, input, options }),
    register: (action, by) => {
      const refusal =
        by === undefined ? undefined : refusalOf(running.get(by.identity.id).profile, { actions: 'expose' })
      if (refusal !== undefined) throw refusal
      return actions.register(action, by?.identity.id)
    },
    onChange: (listener) => actions.onChange(listener),
  }
}

function warnProcess(message: string, cause?: unknown): void {
  const detail = cause instanceof Error ? { detail: cause.stack ?? cause.message } : {}
  process.emitWarning(message, { type: 'CapstanWarning', ...detail })
}
