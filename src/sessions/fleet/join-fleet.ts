import { CapstanError } from '../../core/capstan-error.ts'
import { createIdFactory } from '../../core/ids.ts'
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
import { type SealedVariables, VariableSeal } from './sealed-variables.ts'
import { RemoteAsks } from './remote-asks.ts'
import { SharedActions } from './shared-actions.ts'
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
  const seal = new VariableSeal()
  const calls = new NodeCalls({
    database,
    schema,
    node: () => shared.node,
    answer: async (method, params) => {
      if (method === keyMethod) return seal.publicKey
      const ofAsks = asks.answer(method, params)
      if (ofAsks !== undefined) return ofAsks
      // The caller has seen everything up to its call.
      await store.refresh()
      const ofActions = actions.answer(method, params)
      if (ofActions !== undefined) return ofActions
      if (!isMethod(method)) throw new CapstanError('UNKNOWN_METHOD', `Unknown method ${method}`)
      return perform(contextFor(stopping.signal), method, opened(seal, params))
    },
    onWarning,
  })
  const contextFor = (signal: AbortSignal): MethodContext => {
    const grant = { rights: 'owner' as const }
    return { sessions, opener, owner, grant, signal: AbortSignal.any([signal, stopping.signal]) }
  }
  const asks = new RemoteAsks({ calls, createId: createIdFactory(), context: contextFor })
  const actions = new SharedActions({ store, sessions, calls, onWarning })
  const takeover = new Takeover({ store, sessions, resume, onWarning })
  const drain = new Drain({ store, sessions, calls, onWarning })
  await calls.start()
  await actions.start()
  takeover.start()
  drain.start()
  return {
    router: {
      actions,
      ask: (node, streaming) => asks.ask(node, streaming),
      otherOwner: (session) => {
        const node = shared.lease(session)?.node
        return node === shared.node ? undefined : node
      },
      call: async (node, method, given) => {
        const params = await sealed(seal, given, () => calls.call(node, keyMethod, {}))
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
      await actions.stop()
      await calls.stop()
    },
  }
}

/** A call that returns the key with which to seal variables for a node. */
const keyMethod = 'node.key'

/** The parameters as they may be stored: without the values of variables. */
async function sealed(seal: VariableSeal, params: unknown, key: () => Promise<unknown>): Promise<unknown> {
  const { env, ...rest } = params as { env?: Readonly<Record<string, string>> }
  if (env === undefined || Object.keys(env).length === 0) return rest
  return { ...rest, sealedEnv: seal.seal(String(await key()), env) }
}

function opened(seal: VariableSeal, params: unknown): unknown {
  const { sealedEnv, ...rest } = params as { sealedEnv?: SealedVariables }
  return sealedEnv === undefined ? rest : { ...rest, env: seal.open(sealedEnv) }
}

function isMethod(name: string): name is keyof typeof methods {
  return Object.hasOwn(methods, name)
}
