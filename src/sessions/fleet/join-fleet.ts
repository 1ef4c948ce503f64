import { CapstanError } from '../../core/capstan-error.ts'
import type { Participant } from '../participant.ts'
import type { Sessions } from '../sessions.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import type { MethodContext } from '../wire/methods.ts'
import { methods } from '../wire/methods.ts'
import type { NodeRouter } from '../wire/node-router.ts'
import { perform } from '../wire/perform.ts'
import type { SessionOpener } from '../wire/session-opener.ts'
import { Drain } from './drain.ts'
import { NodeCalls } from './node-calls.ts'
import { Takeover } from './takeover.ts'

export interface JoinFleetOptions {
  store: SharedStore
  sessions: Sessions
  opener: SessionOpener
  /** The sender of the owner's messages. */
  owner: () => Participant
  /** Starts a session again that ran on a lost node. */
  resume: (record: ParticipantRecord) => Promise<void>
  onWarning: (message: string, cause?: unknown) => void
}

/** A node among others: it answers their calls and takes over the sessions of lost nodes. */
export interface FleetMember {
  readonly router: NodeRouter
  leave(): Promise<void>
}

export async function joinFleet(options: JoinFleetOptions): Promise<FleetMember> {
  const { store, sessions, opener, owner, resume, onWarning } = options
  const { database, schema, shared } = store
  const stopping = new AbortController()
  const calls = new NodeCalls({
    database,
    schema,
    node: () => shared.node,
    answer: async (method, params) => {
      if (!isMethod(method)) throw new CapstanError('UNKNOWN_METHOD', `Unknown method ${method}`)
      const grant = { rights: 'owner' as const }
      // The caller has seen everything up to its call.
      await store.refresh()
      const context: MethodContext = { sessions, opener, owner, grant, signal: stopping.signal }
      return perform(context, method, params)
    },
    onWarning,
  })
  const takeover = new Takeover({ store, sessions, resume, onWarning })
  const drain = new Drain({ store, sessions, calls, onWarning })
  await calls.start()
  takeover.start()
  drain.start()
  return {
    router: {
      otherOwner: (session) => {
        const node = shared.lease(session)?.node
        return node === shared.node ? undefined : node
      },
      call: async (node, method, params) => {
        const result = await calls.call(node, method, params)
        // The caller reads what it changed.
        await store.refresh()
        return result
      },
    },
    leave: async () => {
      stopping.abort()
      await takeover.stop()
      await drain.stop()
      await calls.stop()
    },
  }
}

function isMethod(name: string): name is keyof typeof methods {
  return Object.hasOwn(methods, name)
}
