import { ManualClock } from '../../../src/core/manual-clock.ts'
import {
  createSessions,
  type Delivery,
  type MessageReceipt,
  type Participant,
  type Sessions,
} from '../../../src/sessions/index.ts'
import type { SharedStore } from '../../../src/sessions/store/postgres/open-postgres-store.ts'
import { answerOf, maySurface, requireEnded, violationsOf } from './delivery-checks.ts'
import type { Step } from './delivery-lab.ts'
import type { Answer, ModelPolicy } from './delivery-model.ts'
import { ableCapabilities, fakeSession, type FakeSession } from './fake-session.ts'
import type { Connections, TestServer } from './test-server.ts'

const names = ['xi', 'yu']
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Where schedules run, one after the other. */
export interface Place {
  server: TestServer
  connections: Connections
  schema: string
}

/** One node that delivers until it is killed. */
interface Node {
  store: SharedStore
  sessions: Sessions
  fakes: Map<string, FakeSession>
  people: Map<string, Participant>
  isDead: boolean
  kill: () => Promise<void>
}

/**
 * Runs a schedule on PostgreSQL, where the next node takes over after each crash, and checks what must hold in every
 * order of commits. A comparison with the model of one process, step by step, would need a set of possible states:
 * - A session is called after its mark is durable. Between the two, other outcomes are stored and other marks made.
 * - A mark is taken back if the session is no longer idle when it is durable; one process calls the session anyway.
 * - A crash leaves the transactions that were committed by then, which depends on the network.
 */
export class SharedDeliveryLab {
  readonly #policy: ModelPolicy
  readonly #place: Place
  readonly #clock = new ManualClock(1_000_000)
  readonly #answers = new Map<string, readonly Answer[]>()
  readonly #seen = new Map<string, number>()
  readonly #redelivered = new Set<string>()
  readonly violations: string[] = []
  #deliveries: string[] = []
  /** Sent right before a crash, and not acknowledged. */
  #unacknowledged: string[] = []
  #hanging = new Map<string, (receipt: MessageReceipt) => void>()
  #node: Node | undefined
  surfaced = 0

  constructor(policy: ModelPolicy, place: Place) {
    this.#policy = policy
    this.#place = place
  }

  async take(step: Step): Promise<void> {
    const node = await this.#living()
    if (step.do === 'crash') {
      if (step.sends) {
        const content = { mode: 'immediate', urgent: false, lasts: 20_000, answers: [] } as const
        this.#unacknowledged = this.#send(node, { sender: 'ann', recipient: 'xi', ...content })
      }
      node.isDead = true
    } else {
      await this.#do(node, step)
      await this.#settle()
    }
    await this.#living()
  }

  /** Advances the clock past every deadline and checks the outcome. */
  async end(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      const { sessions } = await this.#living()
      const open = sessions.deliveries.list({ states: ['pending', 'surfacing', 'accepted'] })
      if (open.every(({ id }) => !this.#answers.has(id))) break
      await this.#clock.advance(200_000)
      await this.#settle()
    }
    const { store, sessions, people } = await this.#living()
    requireEnded(this.#deliveries, {
      sessions,
      store,
      people: [...people.values()],
      holdsDoubts: this.#policy.inDoubt === 'hold',
      redelivered: this.#redelivered,
      seen: this.#seen,
    })
  }

  /** Leaves the schema empty. */
  async close(): Promise<void> {
    await this.#node?.kill()
    await this.#place.connections.empty(this.#place.schema)
  }

  async #do(node: Node, step: Exclude<Step, { do: 'crash' }>): Promise<void> {
    if (step.do === 'advance') return this.#clock.advance(step.by)
    if (step.do === 'send') return void this.#send(node, step)
    if (step.do === 'finish') return this.#finish(node, step)
    if ('which' in step) return this.#decide(node, step)
    const managed = node.sessions.list().find(({ identity }) => identity.handle === step.recipient)
    const fake = node.fakes.get(step.recipient)
    if (managed === undefined || fake === undefined) return
    if (step.do === 'status') void fake.emit({ type: 'status.changed', status: step.status })
    else if (step.do === 'reach') {
      if (step.mode === 'next-tool-call') void fake.emit({ type: 'tool.called', tool: 'ls' })
      else void (step.mode === 'manual' ? managed.flush() : managed.beforePrompt())
    } else if (step.do === 'release') await managed.release?.('enough')
    else if (step.do === 'pause' && managed.status !== 'paused') await managed.pause?.()
    else if (step.do === 'resume' && managed.status === 'paused') await managed.resume?.()
  }

  #send({ sessions, people }: Node, step: Omit<Extract<Step, { do: 'send' }>, 'do'>): string[] {
    const { sender, recipient, mode, urgent, lasts, answers } = step
    if (sessions.list().every(({ identity }) => identity.handle !== recipient)) return []
    const sent = people.get(sender)?.send({
      to: `@${recipient}`,
      text: 'hello',
      mode,
      priority: urgent ? 'urgent' : 'normal',
      deadline: new Date(this.#clock.now() + lasts),
    })
    const ids = (sent?.deliveries ?? []).map(({ id }) => id)
    for (const id of ids) this.#answers.set(id, answers)
    this.#deliveries.push(...ids)
    return ids
  }

  /** Late answers and delivery events of a session. */
  #finish({ sessions, fakes }: Node, step: Extract<Step, { do: 'finish' }>): void {
    const delivery = this.#numbered(sessions, step.which)
    if (delivery === undefined) return
    const { id: deliveryId, messageId, state, recipient } = delivery
    const fake = fakes.get(recipient.slice('ses_'.length))
    if (state === 'accepted') {
      if (step.does === 'deliver') void fake?.emit({ type: 'delivery.delivered', deliveryId, messageId })
      else {
        const retryable = step.does === 'retry'
        void fake?.emit({ type: 'delivery.failed', deliveryId, messageId, reason: 'no', retryable })
      }
    } else if (state === 'surfacing' || state === 'in-doubt') {
      this.#hanging.get(deliveryId)?.({ status: 'delivered', deliveryId })
      this.#hanging.delete(deliveryId)
    }
  }

  #decide({ sessions }: Node, step: Extract<Step, { which: number }>): void {
    const delivery = this.#numbered(sessions, step.which)
    const isThere = sessions.list().some(({ identity }) => identity.id === delivery?.recipient)
    if (delivery === undefined || !isThere) return
    const { id, state } = delivery
    if (step.do === 'redeliver') {
      if (state !== 'dead' && state !== 'in-doubt') return
      this.#redelivered.add(id)
      this.#hanging.delete(id)
      sessions.deliveries.redeliver(id, { deadline: new Date(this.#clock.now() + 20_000) })
    } else if (state === 'in-doubt') {
      this.#hanging.delete(id)
      sessions.deliveries.settle(id, step.do === 'settle-dead' ? 'dead' : 'delivered')
    }
  }

  #numbered(sessions: Sessions, which: number): Delivery | undefined {
    const id = this.#deliveries[which]
    return id === undefined ? undefined : sessions.deliveries.get(id)
  }

  /** Waits until nothing is to be committed and nothing changes, or the node is killed. */
  async #settle(): Promise<void> {
    let quiet = 0
    while (this.#node?.isDead === false && quiet < 2) {
      const { sessions } = this.#node
      const before = sessions.events.lastCursor
      await sessions.durably(() => undefined)
      await nextTurn()
      quiet = sessions.events.lastCursor === before ? quiet + 1 : 0
    }
  }

  /** The node that runs; the next one takes over from a killed one, and may be killed again at once. */
  async #living(): Promise<Node> {
    for (;;) {
      if (this.#node?.isDead === false) return this.#node
      await this.#node?.kill()
      this.#hanging = new Map()
      this.#node = await this.#open()
      const { sessions } = this.#node
      // What was not acknowledged may be lost; everything else must be there.
      const isLost = (id: string): boolean => sessions.deliveries.list().every((each) => each.id !== id)
      const lost = new Set(this.#unacknowledged.filter(isLost))
      this.#deliveries = this.#deliveries.filter((id) => !lost.has(id))
      this.#unacknowledged = []
      await this.#settle()
    }
  }

  async #open(): Promise<Node> {
    const { server, connections, schema } = this.#place
    const database = connections.database()
    const store = await server.open({
      schema,
      database,
      leaseMs: 3_600_000,
      onWarning: () => undefined,
    })
    const { inDoubt, onRelease, maxAttempts, backoff, attemptTimeout } = this.#policy
    const policy = { inDoubt, onRelease, maxAttempts, backoffMs: backoff, maxBackoffMs: 1e9 }
    const sessions = createSessions({
      store,
      clock: this.#clock,
      policy: { ...policy, attemptTimeoutMs: attemptTimeout },
      onWarning: () => undefined,
    })
    const node: Node = {
      store,
      sessions,
      fakes: new Map(),
      people: new Map(['ann', 'ben'].map((name) => [name, sessions.join({ id: name, name })])),
      isDead: false,
      kill: async () => {
        node.isDead = true
        // The time of its lease passes.
        await database.query(`DELETE FROM ${store.schema}.nodes WHERE id = $1`, [store.shared.node])
        database.isReachable = false
        await store.close()
      },
    }
    const isReleased = (name: string): boolean =>
      sessions.records().some(({ identity, status }) => identity.handle === name && status === 'released')
    // As every node of a fleet does.
    for (const id of await store.orphans(100)) await sessions.takeOver(id)
    await sessions.durably(() => {
      for (const name of names) if (!isReleased(name)) this.#register(node, name)
    })
    return node
  }

  #register(node: Node, name: string): void {
    const fake = fakeSession({
      handle: name,
      capabilities: ableCapabilities,
      receive: (_, { id }) => this.#receive(node, { name, deliveryId: id }),
      methods: { release: async () => {}, pause: async () => {}, resume: async () => {} },
    })
    node.fakes.set(name, fake)
    node.sessions.register(fake)
  }

  #receive(
    node: Node,
    { name, deliveryId }: { name: string; deliveryId: string },
  ): MessageReceipt | Promise<MessageReceipt> {
    if (node.isDead) return new Promise(() => {})
    const delivery = node.store.delivery(deliveryId)
    if (delivery === undefined) throw new Error('handed over and not in the store')
    this.violations.push(...violationsOf(delivery, node.store))
    this.surfaced++
    const answer = this.#answers.get(deliveryId)?.[delivery.attempts - 1] ?? { does: 'deliver' }
    if (maySurface(answer)) this.#seen.set(deliveryId, (this.#seen.get(deliveryId) ?? 0) + 1)
    return answerOf(answer, {
      deliveryId,
      now: this.#clock.now(),
      work: () => void node.fakes.get(name)?.emit({ type: 'status.changed', status: 'active' }),
      crash: () => (node.isDead = true),
      hang: (resolve) => void this.#hanging.set(deliveryId, resolve),
    })
  }
}
