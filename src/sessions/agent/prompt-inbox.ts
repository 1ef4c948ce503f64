import type { Clock } from '../../core/clock.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { InlineAttachment } from '../../run/api/options.ts'
import type { ReportedEvent } from '../events/reported-event.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../messages/receipt.ts'
import { type AgentTurn, inDoubtCode } from './agent-turn.ts'
import { type MessageBlock, messageBlock } from './message-block.ts'

/** A message on its way into the agent. */
export interface Item {
  readonly message: SessionMessage
  readonly deliveryId: string
  /** It interrupts, so it is read first. */
  readonly isUrgent: boolean
  /** Gives its receipt; one that was accepted before has had it, and ends by an event. */
  readonly answer?: (receipt: MessageReceipt | Promise<MessageReceipt>) => void
}

export interface PromptInboxOptions {
  clock: Clock
  /** Whether the agent can answer by Capstan’s own tools. */
  hasTools: boolean
  turn: () => AgentTurn | undefined
  canSteer: () => boolean
  /** Puts words into the running turn; false when none was running any more. */
  steer: (text: string, attachments: readonly InlineAttachment[]) => Promise<boolean>
  /** Stops the turn; false when it does not stop. */
  interrupt: (turn: AgentTurn) => Promise<boolean>
  begin: (text: string, attachments: readonly InlineAttachment[]) => AgentTurn
  emit: (event: ReportedEvent) => void
}

/** How long a prompt is waited for that the agent gives no sign of; then it is told later what became of it. */
const signMs = 60_000
/** How long a message waits in here for the end of a turn before it waits outside again. */
const freeMs = 60_000

/** By what way a message gets into the agent, at which boundary, and what is said about that. */
export class PromptInbox {
  readonly #options: PromptInboxOptions
  /** Accepted, for the next prompt. */
  #held: Item[] = []
  /** For the prompt that is about to begin; all that come at once are given in one. */
  #batch: Item[] | undefined
  /** What surfaces with a prompt of the owner’s that is being put together. */
  #collected: Item[] | undefined
  /** One after the other, so that they stay in order. */
  #steering: Promise<unknown> = Promise.resolve()

  constructor(options: PromptInboxOptions) {
    this.#options = options
  }

  receive(message: SessionMessage, { id, mode }: MessageContext): Promise<MessageReceipt> {
    const item: Item = { message, deliveryId: id, isUrgent: mode === 'immediate' }
    switch (mode) {
      case 'immediate':
        return this.#atOnce(item)
      case 'next-tool-call':
        return this.#intoTurn(item)
      case 'next-message':
        return this.#beforeNext(item)
      case 'on-idle':
      case 'manual':
        return this.#whenFree(item)
    }
  }

  /** Not now: it waits outside for its next boundary. */
  later(deliveryId: string, reason: string): MessageReceipt {
    const availableAt = new Date(this.#options.clock.now()).toISOString()
    return { status: 'deferred', deliveryId, availableAt, reason }
  }

  /** All that goes with a prompt of the owner’s; `surface` brings what waits for it. */
  collect(surface: () => unknown): MessageBlock & { items: readonly Item[] } {
    this.#collected = [...this.#held.splice(0), ...this.#takeBatch()]
    surface()
    const items = this.#collected
    this.#collected = undefined
    return { ...this.#blockOf(items), items }
  }

  /** Begins a turn with these in its prompt. @throws what it cannot begin for; they wait on then. */
  begin(items: readonly Item[], start: () => AgentTurn): AgentTurn {
    try {
      const turn = start()
      this.#follow(turn, items)
      return turn
    } catch (error) {
      this.#held.unshift(...items.filter(({ answer }) => answer === undefined))
      for (const { answer, deliveryId } of items) answer?.(failed(deliveryId, error))
      throw error
    }
  }

  #follow(turn: AgentTurn, items: readonly Item[]): void {
    for (const item of items) {
      if (item.answer === undefined) void this.#tellEnd(turn, item)
      else item.answer(this.#receiptFor(turn, item))
    }
  }

  /** What has not begun waits outside again. */
  giveBack(reason: string): void {
    for (const { answer, deliveryId } of this.#takeBatch()) answer?.(this.later(deliveryId, reason))
    for (const { deliveryId, message } of this.#held.splice(0)) {
      const availableAt = new Date(this.#options.clock.now())
      const messageId = message.id
      this.#options.emit({ type: 'delivery.deferred', deliveryId, messageId, availableAt, reason })
    }
  }

  async #atOnce(item: Item): Promise<MessageReceipt> {
    const turn = this.#options.turn()
    if (turn !== undefined && !(await this.#options.interrupt(turn))) {
      const reason = 'the running turn does not stop'
      return { status: 'failed', deliveryId: item.deliveryId, reason, retryable: true }
    }
    return this.#join(item)
  }

  async #intoTurn(item: Item): Promise<MessageReceipt> {
    const taken = this.#options.turn() !== undefined && (await this.#steer(item))
    if (taken) return { status: 'delivered', deliveryId: item.deliveryId }
    return this.later(item.deliveryId, 'the turn was over')
  }

  /** What comes before something else goes with it; into a running turn it goes at once. */
  async #beforeNext(item: Item): Promise<MessageReceipt> {
    const { turn, canSteer } = this.#options
    const collected = this.#collected
    if (collected !== undefined) return answered(item, (waiting) => collected.push(waiting))
    if (turn() !== undefined && canSteer() && (await this.#steer(item))) {
      return { status: 'delivered', deliveryId: item.deliveryId }
    }
    this.#held.push(item)
    return { status: 'accepted', deliveryId: item.deliveryId }
  }

  /** In a turn that runs, whoever lets it through now means now. */
  async #whenFree(item: Item): Promise<MessageReceipt> {
    const turn = this.#options.turn()
    if (turn === undefined) return this.#join(item)
    if (this.#options.canSteer() && (await this.#steer(item))) {
      return { status: 'delivered', deliveryId: item.deliveryId }
    }
    const isFree = await this.#within(turn.over, freeMs)
    return isFree ? this.#join(item) : this.later(item.deliveryId, 'the turn goes on')
  }

  /** Goes into the next prompt, which begins when all that come at once are there. */
  #join(item: Item): Promise<MessageReceipt> {
    return answered(item, (waiting) => {
      if (this.#batch === undefined) setImmediate(() => this.#beginBatch())
      this.#batch ??= []
      this.#batch.push(waiting)
    })
  }

  #beginBatch(): void {
    const items = this.#takeBatch()
    if (items.length === 0) return
    if (this.#options.turn() !== undefined) {
      for (const { answer, deliveryId } of items) answer?.(this.later(deliveryId, 'another turn began'))
      return
    }
    const held = this.#held.splice(0)
    const urgent = items.filter(({ isUrgent }) => isUrgent)
    const all = [...held, ...urgent, ...items.filter(({ isUrgent }) => !isUrgent)]
    const { text, attachments } = this.#blockOf(all)
    try {
      this.begin(all, () => this.#options.begin(text, attachments))
    } catch {
      // Each of them was told.
    }
  }

  #takeBatch(): Item[] {
    const items = this.#batch ?? []
    this.#batch = undefined
    return items
  }

  #steer(item: Item): Promise<boolean> {
    const { text, attachments } = this.#blockOf([item])
    const steered = this.#steering.then(() => this.#options.steer(text, attachments))
    this.#steering = steered.catch(() => {})
    return steered
  }

  #blockOf(items: readonly Item[]): MessageBlock {
    const { hasTools } = this.#options
    return messageBlock(
      items.map(({ message }) => message),
      { hasTools },
    )
  }

  async #receiptFor(turn: AgentTurn, item: Item): Promise<MessageReceipt> {
    const { deliveryId } = item
    try {
      const isSeen = await this.#within(turn.surfaced, signMs)
      if (isSeen) return { status: 'delivered', deliveryId }
      void this.#tellEnd(turn, item)
      return { status: 'accepted', deliveryId }
    } catch (error) {
      if (CapstanError.isInstance(error) && error.code === inDoubtCode) throw error
      return failed(deliveryId, error)
    }
  }

  /** Of one that was accepted. What is in doubt is not tried again by itself. */
  async #tellEnd(turn: AgentTurn, { deliveryId, message }: Item): Promise<void> {
    const about = { deliveryId, messageId: message.id }
    try {
      await turn.surfaced
      this.#options.emit({ type: 'delivery.delivered', ...about })
    } catch (error) {
      const isInDoubt = CapstanError.isInstance(error) && error.code === inDoubtCode
      this.#options.emit({
        type: 'delivery.failed',
        ...about,
        reason: reasonOf(error),
        retryable: !isInDoubt,
      })
    }
  }

  /** Whether it came in time. */
  async #within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
    const controller = new AbortController()
    try {
      return await Promise.race([
        promise.then(() => true),
        this.#options.clock.sleep(milliseconds, controller.signal).then(
          () => false,
          () => false,
        ),
      ])
    } finally {
      controller.abort()
    }
  }
}

/** An item whose receipt comes when somebody gives it. */
function answered(item: Item, place: (item: Item) => void): Promise<MessageReceipt> {
  return new Promise((resolve) => place({ ...item, answer: resolve }))
}

function failed(deliveryId: string, error: unknown): MessageReceipt {
  return { status: 'failed', deliveryId, reason: reasonOf(error), retryable: true }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
