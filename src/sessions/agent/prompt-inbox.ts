import type { Clock } from '../../core/clock.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { InlineAttachment } from '../../run/api/options.ts'
import type { ReportedEvent } from '../events/reported-event.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { MessageContext, MessageReceipt } from '../messages/receipt.ts'
import { type AgentTurn, inDoubtCode } from './agent-turn.ts'
import type { TurnAnswers } from './turn-answers.ts'
import { type BlockOptions, type MessageBlock, messageBlock } from './message-block.ts'

/** A message to be put into a prompt. */
export interface Item {
  readonly message: SessionMessage
  readonly deliveryId: string
  /** Interrupting messages come first in the prompt. */
  readonly isUrgent: boolean
  /** Resolves the receipt; undefined for an accepted message, which ends by an event. */
  readonly answer?: (receipt: MessageReceipt | Promise<MessageReceipt>) => void
}

export interface PromptInboxOptions extends BlockOptions {
  clock: Clock
  answers: TurnAnswers
  turn: () => AgentTurn | undefined
  canSteer: () => boolean
  /** Sends text into the running turn; false if the turn is over. */
  steer: (text: string, attachments: readonly InlineAttachment[]) => Promise<boolean>
  /** Interrupts the turn; false if the turn does not stop. */
  interrupt: (turn: AgentTurn) => Promise<boolean>
  begin: (text: string, attachments: readonly InlineAttachment[]) => AgentTurn
  emit: (event: ReportedEvent) => void
}

/** How long to wait for a sign of the agent; after it the message counts as accepted and ends by an event. */
const acknowledgeMs = 60_000
/** How long a message waits for the end of a turn before it is deferred. */
const turnEndMs = 60_000

/** Decides how each message reaches the agent: interrupt, steer, or next prompt. */
export class PromptInbox {
  readonly #options: PromptInboxOptions
  /** Accepted messages for the next prompt. */
  #held: Item[] = []
  /** Messages of the prompt about to start; messages that arrive together share one prompt. */
  #batch: Item[] | undefined
  /** Messages for the owner’s prompt while it is being built. */
  #collected: Item[] | undefined
  /** Serialized to keep the order. */
  #steering: Promise<unknown> = Promise.resolve()

  constructor(options: PromptInboxOptions) {
    this.#options = options
  }

  receive(given: SessionMessage, { id, mode }: MessageContext): Promise<MessageReceipt> {
    // A message of Relay may have no list of attachments.
    const message = { ...given, attachments: (given as Partial<SessionMessage>).attachments ?? [] }
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

  /** Defers the message to its next boundary. */
  later(deliveryId: string, reason: string): MessageReceipt {
    const availableAt = new Date(this.#options.clock.now()).toISOString()
    return { status: 'deferred', deliveryId, availableAt, reason }
  }

  /** Collects the messages for an owner's prompt; `surface` delivers the queued ones. */
  collect(surface: () => unknown): MessageBlock & { items: readonly Item[] } {
    this.#collected = [...this.#held.splice(0), ...this.#takeBatch()]
    surface()
    const items = this.#collected
    this.#collected = undefined
    return { ...this.#blockOf(items), items }
  }

  /** Starts a turn with these messages in its prompt. @throws if the turn cannot start; accepted messages stay held. */
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
      this.#options.answers.expect(turn, item)
      if (item.answer === undefined) void this.#reportEnd(turn, item)
      else item.answer(this.#receiptFor(turn, item))
    }
  }

  /** Defers all messages that are not in a prompt yet. */
  deferAll(reason: string): void {
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
      const reason = 'the running turn did not stop'
      return { status: 'failed', deliveryId: item.deliveryId, reason, retryable: true }
    }
    return this.#join(item)
  }

  async #intoTurn(item: Item): Promise<MessageReceipt> {
    const taken = this.#options.turn() !== undefined && (await this.#steer(item))
    if (taken) return { status: 'delivered', deliveryId: item.deliveryId }
    return this.later(item.deliveryId, 'the turn was over')
  }

  /** Joins the prompt being built, steers a running turn, or is held for the next prompt. */
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

  /** A message flushed during a turn is steered into it. */
  async #whenFree(item: Item): Promise<MessageReceipt> {
    const turn = this.#options.turn()
    if (turn === undefined) return this.#join(item)
    if (this.#options.canSteer() && (await this.#steer(item))) {
      return { status: 'delivered', deliveryId: item.deliveryId }
    }
    const isFree = await this.#within(turn.over, turnEndMs)
    return isFree ? this.#join(item) : this.later(item.deliveryId, 'the turn is still running')
  }

  /** Joins the next prompt, which starts once all simultaneous messages are in. */
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
      // Every item has its receipt.
    }
  }

  #takeBatch(): Item[] {
    const items = this.#batch ?? []
    this.#batch = undefined
    return items
  }

  async #steer(item: Item): Promise<boolean> {
    const turn = this.#options.turn()
    const { text, attachments } = this.#blockOf([item])
    const steered = this.#steering.then(() => this.#options.steer(text, attachments))
    this.#steering = steered.catch(() => {})
    const isTaken = await steered
    if (isTaken && turn !== undefined) this.#options.answers.expect(turn, item)
    return isTaken
  }

  #blockOf(items: readonly Item[]): MessageBlock {
    return messageBlock(
      items.map(({ message }) => message),
      this.#options,
    )
  }

  async #receiptFor(turn: AgentTurn, item: Item): Promise<MessageReceipt> {
    const { deliveryId } = item
    try {
      const isSeen = await this.#within(turn.surfaced, acknowledgeMs)
      if (isSeen) return { status: 'delivered', deliveryId }
      void this.#reportEnd(turn, item)
      return { status: 'accepted', deliveryId }
    } catch (error) {
      if (CapstanError.isInstance(error) && error.code === inDoubtCode) throw error
      return failed(deliveryId, error)
    }
  }

  /** Reports the end of an accepted message. A message in doubt is not retried. */
  async #reportEnd(turn: AgentTurn, { deliveryId, message }: Item): Promise<void> {
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

  /** Whether the promise resolves in time. */
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

/** Resolves when the placed item gets its receipt. */
function answered(item: Item, place: (item: Item) => void): Promise<MessageReceipt> {
  return new Promise((resolve) => place({ ...item, answer: resolve }))
}

function failed(deliveryId: string, error: unknown): MessageReceipt {
  return { status: 'failed', deliveryId, reason: reasonOf(error), retryable: true }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
