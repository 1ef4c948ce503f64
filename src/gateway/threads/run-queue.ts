import type { RunInput } from '../ag-ui/input.ts'
import type { Prompt } from '../ag-ui/prompt.ts'
import { GatewayError } from '../gateway-error.ts'

/** A message that waits for the running turn to end. */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
}

/** The prompt of a run that may wait without a new message: the run before it is being stopped. */
export const noPrompt: Prompt = { text: '', attachments: [], messageIds: [] }

/** What ends the wait of a queued run. */
export type QueueOutcome = 'send' | 'removed' | 'stopped'

/** A run that waits for its turn. */
export class QueuedRun {
  readonly #outcome = Promise.withResolvers<QueueOutcome>()
  #input: RunInput
  readonly #messageIds: readonly string[]

  constructor(input: RunInput, { messageIds }: Pick<Prompt, 'messageIds'>) {
    this.#input = input
    this.#messageIds = messageIds
  }

  get input(): RunInput {
    return this.#input
  }

  get id(): string {
    return this.#messageIds.at(-1) ?? this.#input.runId
  }

  get hasMessage(): boolean {
    return this.#messageIds.length > 0
  }

  get message(): QueuedMessage {
    const content = this.#input.messages.find(({ id }) => id === this.id)?.content
    return { id: this.id, text: typeof content === 'string' ? content : '' }
  }

  get outcome(): Promise<QueueOutcome> {
    return this.#outcome.promise
  }

  /** Replaces the text of the message. */
  edit(text: string): void {
    const messages = this.#input.messages.map((message) =>
      message.id === this.id ? { ...message, content: text } : message,
    )
    this.#input = { ...this.#input, messages }
  }

  end(outcome: QueueOutcome): void {
    this.#outcome.resolve(outcome)
  }
}

const mostQueued = 100

/** The runs that wait for the current one, in order. */
export class RunQueue {
  #runs: QueuedRun[] = []

  get isFull(): boolean {
    return this.#runs.length >= mostQueued
  }

  get messages(): QueuedMessage[] {
    return this.#runs.filter(({ hasMessage }) => hasMessage).map(({ message }) => message)
  }

  add(run: QueuedRun): void {
    this.#runs.push(run)
  }

  /** Replaces the text of a message; false if it is not queued. */
  edit(messageId: string, text: string): boolean {
    const run = this.#find(messageId)
    run?.edit(text)
    return run !== undefined
  }

  /** Takes a message out of the queue; false if it is not queued. */
  remove(messageId: string): boolean {
    const run = this.#find(messageId)
    return run !== undefined && this.end(run, 'removed')
  }

  /** Takes a run out of the queue and ends its wait; false if it does not wait. */
  end(run: QueuedRun, outcome: QueueOutcome): boolean {
    const isWaiting = this.#runs.includes(run)
    this.#runs = this.#runs.filter((one) => one !== run)
    if (isWaiting) run.end(outcome)
    return isWaiting
  }

  /** Takes the next run out of the queue. */
  next(): QueuedRun | undefined {
    return this.#runs.shift()
  }

  /** Stops the run with this id; false if it does not wait. */
  stop(runId: string): boolean {
    const run = this.#runs.find(({ input }) => input.runId === runId)
    return run !== undefined && this.end(run, 'stopped')
  }

  stopAll(): void {
    for (const run of this.#runs.splice(0)) run.end('stopped')
  }

  #find(messageId: string): QueuedRun | undefined {
    return this.#runs.find(({ id }) => id === messageId)
  }
}

export function busyError(threadId: string): GatewayError {
  return new GatewayError('thread_busy', `A run is already in progress in thread ${threadId}`, {
    hint: 'Send a new user message, wait for the run to end, or stop it.',
  })
}
