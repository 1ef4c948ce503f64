/** A reference model of delivery: a plain list of deliveries without store, timers and promises. */

export type Mode = 'immediate' | 'next-message' | 'next-tool-call' | 'on-idle' | 'manual'

type MomentMode = Extract<Mode, 'next-message' | 'next-tool-call' | 'manual'>

/** The reaction of a session to an attempt. */
export type Answer =
  | {
      does:
        | 'deliver'
        | 'deliver-and-work'
        | 'refuse'
        | 'retry'
        | 'throw'
        | 'accept'
        | 'hang'
        | 'garble'
        | 'crash'
    }
  | { does: 'defer'; by: number }

export interface ModelPolicy {
  inDoubt: 'hold' | 'redeliver'
  onRelease: 'dead-letter' | 'requeue'
  maxAttempts: number
  backoff: number
  attemptTimeout: number
}

export interface ModelDelivery {
  /** Its position among all sent messages. */
  number: number
  sender: string
  recipient: string
  mode: Mode
  urgent: boolean
  deadline: number
  answers: readonly Answer[]
  state: 'pending' | 'surfacing' | 'accepted' | 'in-doubt' | 'delivered' | 'dead'
  attempts: number
  availableAt: number
  dead: string | undefined
  /** Failures since the last requeue. */
  failures: number
  /** Whether its boundary has been reached. */
  passed: boolean
  /** Waits for a moment after the one with this count. */
  putOffAt: number
  limit: number
}

interface ModelSession {
  status: string
  /** The status under a pause. */
  statusBeforePause: string | undefined
  isThere: boolean
  /** The count of sent messages when each moment last occurred. */
  marks: Record<MomentMode, number>
  /** The count of each moment. */
  moments: Record<MomentMode, number>
  /** Messages that already released the waiting `next-message` ones. */
  announced: Set<ModelDelivery>
}

const awake = ['active', 'idle', 'waiting', 'blocked']
const safe = ['idle', 'waiting', 'blocked']

export class DeliveryModel {
  readonly deliveries: ModelDelivery[] = []
  readonly sessions = new Map<string, ModelSession>()
  /** The messages that reached each session, in order. */
  readonly surfaced: { recipient: string; number: number }[] = []
  now: number
  /** Crashed until it is opened again. */
  isCrashed = false
  readonly #policy: ModelPolicy
  /** Answered attempts whose outcome is not stored yet. */
  readonly #answered: { delivery: ModelDelivery; answer: Answer }[] = []

  constructor(now: number, policy: ModelPolicy, names: readonly string[]) {
    this.now = now
    this.#policy = policy
    for (const name of names) this.sessions.set(name, freshSession())
  }

  send(
    delivery: Pick<ModelDelivery, 'sender' | 'recipient' | 'mode' | 'urgent' | 'answers'> & { lasts: number },
  ): void {
    const { lasts, ...rest } = delivery
    this.deliveries.push({
      ...rest,
      number: this.deliveries.length,
      deadline: this.now + lasts,
      state: 'pending',
      attempts: 0,
      availableAt: this.now,
      dead: undefined,
      failures: 0,
      passed: false,
      putOffAt: -1,
      limit: Infinity,
    })
  }

  status(name: string, status: string): void {
    const session = this.#session(name)
    if (session.statusBeforePause === undefined) session.status = status
    else session.statusBeforePause = status
    this.look(name)
  }

  reach(name: string, mode: MomentMode): void {
    const session = this.#session(name)
    if (awake.includes(session.status)) this.#come(session, mode)
    this.look(name)
  }

  pause(name: string): void {
    const session = this.#session(name)
    session.statusBeforePause = session.status
    session.status = 'paused'
  }

  resume(name: string): void {
    const session = this.#session(name)
    session.status = session.statusBeforePause ?? 'idle'
    session.statusBeforePause = undefined
    this.look(name)
  }

  release(name: string): void {
    const session = this.#session(name)
    session.status = 'released'
    session.isThere = false
    for (const delivery of this.deliveries) {
      if (delivery.recipient === name) this.#endIfReleased(delivery)
    }
  }

  /** A late delivery event or answer of a session. */
  finish(number: number, does: 'deliver' | 'refuse' | 'retry'): void {
    const delivery = this.#delivery(number)
    this.#write(delivery, { does })
    this.look(delivery.recipient)
  }

  redeliver(number: number, lasts: number): void {
    const delivery = this.#delivery(number)
    delivery.deadline = this.now + lasts
    this.#requeue(delivery)
    this.look(delivery.recipient)
  }

  settle(number: number, as: 'delivered' | 'dead'): void {
    const delivery = this.#delivery(number)
    delivery.state = as
    if (as === 'dead') delivery.dead = 'in-doubt'
    this.look(delivery.recipient)
  }

  advance(by: number): void {
    const target = this.now + by
    for (let next = this.#nextMoment(); next <= target && !this.isCrashed; next = this.#nextMoment()) {
      this.now = next
      this.#ring()
    }
    this.now = target
  }

  /** Restarts with the stored deliveries. */
  reopen(): void {
    this.isCrashed = false
    this.#answered.length = 0
    for (const delivery of this.deliveries) {
      delivery.putOffAt = -1
      if (delivery.state === 'surfacing' || delivery.state === 'accepted') this.#doubt(delivery)
    }
    // No session is registered yet.
    for (const session of this.sessions.values()) if (session.isThere) session.status = 'offline'
    this.#ring()
    for (const [name, { isThere }] of this.sessions) if (isThere) this.sessions.set(name, freshSession())
    for (const name of this.sessions.keys()) this.#handOver(name)
    this.#writeAnswers()
  }

  /** Delivers all due messages and stores the answers. */
  look(name: string): void {
    this.#handOver(name)
    this.#writeAnswers()
  }

  #writeAnswers(): void {
    for (
      let next = this.#answered.shift();
      next !== undefined && !this.isCrashed;
      next = this.#answered.shift()
    ) {
      this.#write(next.delivery, next.answer)
      this.#handOver(next.delivery.recipient)
    }
  }

  #handOver(name: string): void {
    if (this.isCrashed) return
    const due = this.#due(name)
    for (const delivery of due) {
      delivery.state = 'surfacing'
      delivery.attempts++
      delivery.passed = true
      delivery.limit = Math.min(this.now + this.#policy.attemptTimeout, delivery.deadline)
    }
    for (const delivery of due) {
      const answer = delivery.answers[delivery.attempts - 1] ?? { does: 'deliver' }
      this.surfaced.push({ recipient: name, number: delivery.number })
      if (answer.does === 'crash') {
        this.isCrashed = true
        return
      }
      if (answer.does === 'deliver-and-work') this.#session(name).status = 'active'
      if (answer.does !== 'hang') this.#answered.push({ delivery, answer })
    }
    if (due.length > 0) this.#handOver(name)
  }

  #due(name: string): ModelDelivery[] {
    const session = this.#session(name)
    if (!session.isThere || !awake.includes(session.status)) return []
    const mine = this.deliveries.filter(({ recipient }) => recipient === name)
    const isOpen = ({ state }: ModelDelivery): boolean => state !== 'delivered' && state !== 'dead'
    const heads = mine.filter(
      (delivery) =>
        delivery.state === 'pending' &&
        delivery.availableAt <= this.now &&
        delivery ===
          mine.find((each) => each.sender === delivery.sender && each.mode === delivery.mode && isOpen(each)),
    )
    const isAtBoundary = ({ mode, number, passed, putOffAt }: ModelDelivery): boolean => {
      if (mode === 'immediate') return true
      if (mode === 'on-idle') return safe.includes(session.status)
      if (putOffAt === session.moments[mode]) return false
      return number < session.marks[mode] || passed
    }
    const others = heads.filter((each) => each.mode !== 'next-message' && isAtBoundary(each))
    if (others.some((each) => !session.announced.has(each))) this.#come(session, 'next-message')
    for (const each of others) session.announced.add(each)
    const before = heads.filter((each) => each.mode === 'next-message' && isAtBoundary(each))
    if (before.length > 0) return before
    if (mine.some(({ mode, state }) => mode === 'next-message' && state === 'surfacing')) return []
    for (const each of others) session.announced.delete(each)
    return [...others.filter(({ urgent }) => urgent), ...others.filter(({ urgent }) => !urgent)]
  }

  #write(delivery: ModelDelivery, answer: Answer): void {
    delivery.limit = Infinity
    switch (answer.does) {
      case 'deliver':
      case 'deliver-and-work':
        delivery.state = 'delivered'
        break
      case 'accept':
        delivery.state = 'accepted'
        break
      case 'refuse':
        this.#die(delivery, 'failed')
        break
      case 'retry':
      case 'throw':
        if (++delivery.failures >= this.#policy.maxAttempts) this.#die(delivery, 'attempts')
        else this.#backOff(delivery)
        break
      case 'defer': {
        delivery.state = 'pending'
        const isState = delivery.mode === 'immediate' || delivery.mode === 'on-idle'
        delivery.availableAt = this.now + Math.max(answer.by, isState ? this.#policy.backoff : 0)
        delivery.passed = answer.by > 0
        if (answer.by <= 0) this.#putOff(delivery)
        break
      }
      case 'garble':
        this.#doubt(delivery)
        break
      case 'hang':
      case 'crash':
        break
    }
    this.#endIfReleased(delivery)
  }

  #doubt(delivery: ModelDelivery): void {
    delivery.limit = Infinity
    delivery.state = 'in-doubt'
    delivery.failures++
    if (this.#policy.inDoubt === 'hold') return
    if (delivery.failures >= this.#policy.maxAttempts) this.#die(delivery, 'in-doubt')
    else this.#backOff(delivery)
  }

  #backOff(delivery: ModelDelivery): void {
    delivery.state = 'pending'
    delivery.availableAt = this.now + this.#policy.backoff * 2 ** (delivery.failures - 1)
  }

  #die(delivery: ModelDelivery, reason: string): void {
    delivery.state = 'dead'
    delivery.dead = reason
  }

  #requeue(delivery: ModelDelivery): void {
    delivery.state = 'pending'
    delivery.availableAt = this.now
    delivery.dead = undefined
    delivery.failures = 0
    delivery.passed = false
    this.#putOff(delivery)
  }

  #come(session: ModelSession, mode: MomentMode): void {
    session.marks[mode] = this.deliveries.length
    session.moments[mode]++
  }

  #putOff(delivery: ModelDelivery): void {
    const { mode } = delivery
    if (mode === 'immediate' || mode === 'on-idle') return
    delivery.putOffAt = this.#session(delivery.recipient).moments[mode]
  }

  #endIfReleased(delivery: ModelDelivery): void {
    if (this.#session(delivery.recipient).status !== 'released') return
    if (!['pending', 'accepted'].includes(delivery.state)) return
    if (this.#policy.onRelease === 'requeue') this.#requeue(delivery)
    else this.#die(delivery, 'released')
  }

  #nextMoment(): number {
    const moments = this.deliveries.flatMap(({ state, availableAt, deadline, limit }) => {
      if (state === 'surfacing') return [limit]
      if (state === 'accepted') return [deadline]
      if (state === 'pending') return [deadline, ...(availableAt > this.now ? [availableAt] : [])]
      return []
    })
    return Math.min(Infinity, ...moments)
  }

  #ring(): void {
    for (const delivery of this.deliveries) {
      if (delivery.state === 'surfacing' && delivery.limit <= this.now) {
        this.#doubt(delivery)
        this.#endIfReleased(delivery)
      }
    }
    for (const delivery of this.deliveries) {
      const isMortal = delivery.state === 'pending' || delivery.state === 'accepted'
      if (isMortal && delivery.deadline <= this.now) this.#die(delivery, 'expired')
    }
    for (const name of this.sessions.keys()) this.#handOver(name)
    this.#writeAnswers()
  }

  #session(name: string): ModelSession {
    const session = this.sessions.get(name)
    if (session === undefined) throw new Error(`no session ${name}`)
    return session
  }

  #delivery(number: number): ModelDelivery {
    const delivery = this.deliveries[number]
    if (delivery === undefined) throw new Error(`no delivery ${number}`)
    return delivery
  }
}

function freshSession(): ModelSession {
  const zero = { 'next-message': 0, 'next-tool-call': 0, manual: 0 }
  return {
    status: 'idle',
    statusBeforePause: undefined,
    isThere: true,
    marks: { ...zero },
    moments: { ...zero },
    announced: new Set(),
  }
}
