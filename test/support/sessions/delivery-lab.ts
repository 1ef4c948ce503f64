import assert from 'node:assert/strict'
import { ManualClock } from '../../../src/core/manual-clock.ts'
import {
  createSessions,
  type Delivery,
  type ManagedSession,
  type MessageReceipt,
  type Participant,
  type Sessions,
  type SessionStore,
} from '../../../src/sessions/index.ts'
import { type Answer, DeliveryModel, type Mode, type ModelPolicy } from './delivery-model.ts'
import { answerOf, maySurface, requireEnded, violationsOf } from './delivery-checks.ts'
import { ableCapabilities, fakeSession, type FakeSession } from './fake-session.ts'

export type Step =
  | {
      do: 'send'
      sender: string
      recipient: string
      mode: Mode
      urgent: boolean
      lasts: number
      answers: readonly Answer[]
    }
  | { do: 'status'; recipient: string; status: 'active' | 'idle' | 'waiting' | 'blocked' }
  | { do: 'reach'; recipient: string; mode: 'next-message' | 'next-tool-call' | 'manual' }
  | { do: 'advance'; by: number }
  | { do: 'pause' | 'resume' | 'release'; recipient: string }
  /** Right after a send that is not scanned yet. */
  | { do: 'crash'; sends: boolean }
  | { do: 'finish'; which: number; does: 'deliver' | 'refuse' | 'retry' }
  | { do: 'redeliver' | 'settle-delivered' | 'settle-dead'; which: number }

const start = 1_000_000
const names = ['xi', 'yu']
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs `Sessions` and its model on the same steps and compares them. */
export class DeliveryLab {
  readonly #policy: ModelPolicy
  readonly #clock = new ManualClock(start)
  readonly #store: SessionStore
  readonly #model: DeliveryModel
  #process: { sessions: Sessions; isDead: boolean; fakes: Map<string, FakeSession> }
  readonly #people = new Map<string, Participant>()
  readonly #deliveries: string[] = []
  readonly #surfaced: { recipient: string; number: number }[] = []
  /** Deliveries that may have surfaced, with the count. */
  readonly #maybeSeen = new Map<number, number>()
  readonly #violations: string[] = []
  readonly #redelivered = new Set<number>()
  /** Unanswered attempts of the running process, by delivery number. */
  #hanging = new Map<number, (receipt: MessageReceipt) => void>()

  constructor(policy: ModelPolicy, store: SessionStore) {
    this.#policy = policy
    this.#store = store
    this.#model = new DeliveryModel(start, policy, names)
    this.#process = this.#open()
  }

  get surfaced(): number {
    return this.#surfaced.length
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'crash') {
      if (step.sends)
        this.#send({
          sender: 'ann',
          recipient: 'xi',
          mode: 'immediate',
          urgent: false,
          lasts: 20_000,
          answers: [],
        })
      this.#process.isDead = true
      this.#model.isCrashed = true
    } else await this.#do(step)
    await settle()
    await this.#reopenWhileDead()
  }

  /** Advances the clock past every deadline. */
  async end(): Promise<void> {
    const isOpen = (): boolean =>
      this.#model.deliveries.some(({ state }) => ['pending', 'surfacing', 'accepted'].includes(state))
    for (let round = 0; round < 6 && isOpen(); round++) {
      await this.#clock.advance(200_000)
      this.#model.advance(200_000)
      await settle()
      await this.#reopenWhileDead()
    }
  }

  compare(): void {
    requireEqual([this.#violations, this.#process.isDead], [[], this.#model.isCrashed])
    const actual = this.#deliveries.map((id) => this.#process.sessions.deliveries.get(id)).map(shown)
    requireEqual(actual, this.#model.deliveries.map(shownModel))
    for (const name of names) {
      const reached = (list: readonly { recipient: string; number: number }[]): number[] =>
        list.filter(({ recipient }) => recipient === name).map(({ number }) => number)
      requireEqual(reached(this.#surfaced), reached(this.#model.surfaced))
    }
  }

  /** Final invariants, independent of the model. */
  checkEnd(): void {
    const { sessions } = this.#process
    const redelivered = new Set([...this.#redelivered].map((number) => this.#deliveries[number] ?? ''))
    const seen = new Map(
      [...this.#maybeSeen].map(([number, count]) => [this.#deliveries[number] ?? '', count]),
    )
    requireEnded(this.#deliveries, {
      sessions,
      store: this.#store,
      people: [...this.#people.values()],
      holdsDoubts: this.#policy.inDoubt === 'hold',
      redelivered,
      seen,
    })
  }

  async #do(step: Exclude<Step, { do: 'crash' }>): Promise<void> {
    const model = this.#model
    switch (step.do) {
      case 'send':
        this.#send(step)
        if (!this.#isReleased(step.recipient)) model.look(step.recipient)
        return
      case 'status':
        if (this.#isReleased(step.recipient)) return
        void this.#fake(step.recipient).emit({ type: 'status.changed', status: step.status })
        model.status(step.recipient, step.status)
        return
      case 'reach': {
        if (this.#isReleased(step.recipient)) return
        if (step.mode === 'next-tool-call')
          void this.#fake(step.recipient).emit({ type: 'tool.called', tool: 'ls' })
        else if (step.mode === 'manual') void this.#managed(step.recipient).flush()
        else void this.#managed(step.recipient).beforePrompt()
        model.reach(step.recipient, step.mode)
        return
      }
      case 'advance':
        await this.#clock.advance(step.by)
        model.advance(step.by)
        return
      case 'pause':
        if (this.#isReleased(step.recipient) || this.#managed(step.recipient).status === 'paused') return
        await this.#asLongAsItLives(this.#managed(step.recipient).pause?.())
        model.pause(step.recipient)
        return
      case 'resume':
        if (this.#isReleased(step.recipient) || this.#managed(step.recipient).status !== 'paused') return
        await this.#asLongAsItLives(this.#managed(step.recipient).resume?.())
        model.resume(step.recipient)
        return
      case 'release':
        if (this.#isReleased(step.recipient)) return
        await this.#asLongAsItLives(this.#managed(step.recipient).release?.('enough'))
        model.release(step.recipient)
        return
      case 'finish':
        this.#finish(step.which, step.does)
        return
      case 'redeliver':
      case 'settle-delivered':
      case 'settle-dead':
        this.#decide(step)
    }
  }

  /** Errors of a killed process are ignored. */
  async #asLongAsItLives(work: Promise<void> | undefined): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!this.#process.isDead) throw error
    }
  }

  #send(step: Omit<Extract<Step, { do: 'send' }>, 'do'>): void {
    if (this.#isReleased(step.recipient)) return
    const { sender, recipient, mode, urgent, lasts, answers } = step
    const { deliveries } = this.#person(sender).send({
      to: `@${recipient}`,
      text: String(this.#deliveries.length),
      mode,
      priority: urgent ? 'urgent' : 'normal',
      deadline: new Date(this.#clock.now() + lasts),
    })
    this.#deliveries.push(...deliveries.map(({ id }) => id))
    this.#model.send({ sender, recipient, mode, urgent, lasts, answers })
  }

  /** Late answers and delivery events of a session. */
  #finish(which: number, does: 'deliver' | 'refuse' | 'retry'): void {
    const delivery = this.#model.deliveries[which]
    const deliveryId = this.#deliveries[which]
    if (delivery === undefined || deliveryId === undefined) return
    const answer = this.#hanging.get(which)
    if (delivery.state === 'accepted') {
      const messageId = this.#process.sessions.deliveries.get(deliveryId).messageId
      const ids = { deliveryId, messageId }
      const fake = this.#fake(delivery.recipient)
      if (does === 'deliver') void fake.emit({ type: 'delivery.delivered', ...ids })
      else void fake.emit({ type: 'delivery.failed', ...ids, reason: 'no', retryable: does === 'retry' })
      this.#model.finish(which, does)
    } else if (answer !== undefined && ['surfacing', 'in-doubt'].includes(delivery.state)) {
      answer({ status: 'delivered', deliveryId })
      this.#hanging.delete(which)
      this.#model.finish(which, 'deliver')
    }
  }

  #decide(step: { do: 'redeliver' | 'settle-delivered' | 'settle-dead'; which: number }): void {
    const { deliveries } = this.#process.sessions
    const delivery = this.#model.deliveries[step.which]
    const id = this.#deliveries[step.which]
    if (delivery === undefined || id === undefined || this.#isReleased(delivery.recipient)) return
    if (step.do === 'redeliver') {
      if (delivery.state !== 'dead' && delivery.state !== 'in-doubt') return
      this.#redelivered.add(step.which)
      // A later answer would belong to the previous attempt.
      this.#hanging.delete(step.which)
      deliveries.redeliver(id, { deadline: new Date(this.#clock.now() + 20_000) })
      this.#model.redeliver(step.which, 20_000)
    } else if (delivery.state === 'in-doubt') {
      const as = step.do === 'settle-dead' ? 'dead' : 'delivered'
      this.#hanging.delete(step.which)
      deliveries.settle(id, as)
      this.#model.settle(step.which, as)
    }
  }

  async #reopenWhileDead(): Promise<void> {
    while (this.#process.isDead && this.#model.isCrashed) {
      this.#hanging = new Map()
      this.#process = this.#open()
      this.#model.reopen()
      await settle()
    }
  }

  #open(): { sessions: Sessions; isDead: boolean; fakes: Map<string, FakeSession> } {
    const simulated = { isDead: false, fakes: new Map<string, FakeSession>() }
    const { inDoubt, onRelease, maxAttempts, backoff, attemptTimeout } = this.#policy
    const sessions = createSessions({
      store: killable(this.#store, simulated),
      clock: this.#clock,
      policy: {
        inDoubt,
        onRelease,
        maxAttempts,
        backoffMs: backoff,
        maxBackoffMs: 1e9,
        attemptTimeoutMs: attemptTimeout,
      },
      onWarning: (message, cause) => {
        if (!simulated.isDead) this.#violations.push(`${message}: ${String(cause)}`)
      },
    })
    for (const name of ['ann', 'ben']) this.#people.set(name, sessions.join({ name }))
    for (const name of names) {
      if (
        sessions.records().some(({ identity, status }) => identity.handle === name && status === 'released')
      )
        continue
      const fake = fakeSession({
        handle: name,
        capabilities: ableCapabilities,
        receive: ({ text }, { id }) =>
          this.#receive(simulated, { name, number: Number(text), deliveryId: id }),
        methods: { release: async () => {}, pause: async () => {}, resume: async () => {} },
      })
      simulated.fakes.set(name, fake)
      sessions.register(fake)
    }
    return Object.assign(simulated, { sessions })
  }

  #receive(
    simulated: { isDead: boolean; fakes: Map<string, FakeSession> },
    { name, number, deliveryId }: { name: string; number: number; deliveryId: string },
  ): MessageReceipt | Promise<MessageReceipt> {
    // A killed process calls no session.
    if (simulated.isDead) return new Promise(() => {})
    const delivery = this.#store.delivery(deliveryId)
    if (delivery === undefined) throw new Error('handed over and not in the store')
    this.#violations.push(...violationsOf(delivery, this.#store))
    this.#surfaced.push({ recipient: name, number })
    const answer = this.#model.deliveries[number]?.answers[delivery.attempts - 1] ?? { does: 'deliver' }
    if (maySurface(answer)) this.#maybeSeen.set(number, (this.#maybeSeen.get(number) ?? 0) + 1)
    return answerOf(answer, {
      deliveryId,
      now: this.#clock.now(),
      work: () => void simulated.fakes.get(name)?.emit({ type: 'status.changed', status: 'active' }),
      crash: () => (simulated.isDead = true),
      hang: (resolve) => void this.#hanging.set(number, resolve),
    })
  }

  #isReleased(name: string): boolean {
    return this.#model.sessions.get(name)?.isThere === false
  }

  #fake(name: string): FakeSession {
    const fake = this.#process.fakes.get(name)
    if (fake === undefined) throw new Error(`no session ${name}`)
    return fake
  }

  #managed(name: string): ManagedSession {
    return this.#process.sessions.get(`@${name}`)
  }

  #person(name: string): Participant {
    const person = this.#people.get(name)
    if (person === undefined) throw new Error(`nobody called ${name}`)
    return person
  }
}

/** Builds the diff only on a mismatch: there are hundreds of thousands of comparisons. */
function requireEqual(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) assert.deepEqual(actual, expected)
}

/** A store that a killed process can no longer use; its data stays for the next process. */
function killable(store: SessionStore, simulated: { isDead: boolean }): SessionStore {
  return new Proxy(store, {
    get: (target, name) => {
      if (simulated.isDead) throw new Error('the process is gone')
      return Reflect.get(target, name) as unknown
    },
  })
}

function shown({ state, attempts, availableAt, deadline, dead }: Delivery): unknown {
  return { state, attempts, deadline, ...(state === 'pending' ? { availableAt } : {}), dead: dead?.reason }
}

function shownModel({
  state,
  attempts,
  availableAt,
  deadline,
  dead,
}: DeliveryModel['deliveries'][number]): unknown {
  return { state, attempts, deadline, ...(state === 'pending' ? { availableAt } : {}), dead }
}
