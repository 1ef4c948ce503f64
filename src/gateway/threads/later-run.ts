import type { AgUiEvent } from '../ag-ui/events.ts'
import type { RunInput } from '../ag-ui/input.ts'
import type { Prompt } from '../ag-ui/prompt.ts'
import type { AgUiTranslator } from '../ag-ui/translator.ts'
import { noPrompt, QueuedRun, type RunQueue } from './run-queue.ts'
import type { ThreadOutput } from './thread-output.ts'
import type { AcceptedRun, OnDisconnect, RunSink } from './run-sink.ts'

/** The part of a thread that a run needs while another run is in progress. */
export interface LaterRunContext {
  readonly queue: RunQueue
  readonly output: Pick<ThreadOutput, 'remove'>
  /** Whether the run can start at once. */
  readonly isFree: boolean
  translatorFor(input: RunInput): AgUiTranslator
  /** Sends the new messages into the running turn; false if the agent accepts none. */
  steer(input: RunInput, prompt: Prompt): Promise<boolean>
  /** Makes the run the current one, if it is not yet, and runs it after the given events. */
  runNow(input: RunInput, sink: RunSink, before: readonly AgUiEvent[]): Promise<void>
  /** Stops the run of this input, if it is the current one. */
  stopInput(input: RunInput): void
}

/** A run that was accepted during another one: its message is steered into the running turn, or waits for its end. */
export class LaterRun implements AcceptedRun {
  readonly #thread: LaterRunContext
  readonly #queued: QueuedRun
  readonly #prompt: Prompt
  #sink: RunSink | undefined
  #isCanceled = false

  constructor(thread: LaterRunContext, input: RunInput, prompt: Prompt) {
    this.#thread = thread
    this.#queued = new QueuedRun(input, prompt)
    this.#prompt = prompt
  }

  async start(sink: RunSink): Promise<void> {
    this.#sink = sink
    const thread = this.#thread
    const { input } = this.#queued
    const translator = thread.translatorFor(input)
    await sink.write([translator.started(), translator.snapshot()])
    if (await thread.steer(input, this.#prompt)) {
      const end = translator.ended({ type: 'finished', stopReason: 'end-turn' })
      await sink.write([...this.#custom('steered'), end])
    } else if (!this.#isCanceled) await this.#wait(sink, translator)
  }

  disconnect(how: OnDisconnect): void {
    this.#thread.output.remove(this.#sink)
    if (how === 'detach') return
    this.#isCanceled = true
    const isQueued = this.#thread.queue.end(this.#queued, 'removed')
    if (!isQueued) this.#thread.stopInput(this.#queued.input)
  }

  async #wait(sink: RunSink, translator: AgUiTranslator): Promise<void> {
    const { queue } = this.#thread
    if (!this.#thread.isFree) {
      queue.add(this.#queued)
      await sink.write(this.#custom('queued'))
      const outcome = await this.#queued.outcome
      if (outcome !== 'send') {
        const events = outcome === 'removed' ? this.#custom('removed') : []
        await sink.write([...events, translator.ended({ type: 'finished', stopReason: 'cancelled' })])
        return
      }
    }
    await this.#thread.runNow(this.#queued.input, sink, this.#custom('sent'))
  }

  /** Reports what became of the message; nothing for a run without one. */
  #custom(what: 'steered' | 'queued' | 'sent' | 'removed'): AgUiEvent[] {
    if (this.#prompt === noPrompt) return []
    return [{ type: 'CUSTOM', name: `capstan.message.${what}`, value: { messageId: this.#queued.id } }]
  }
}
