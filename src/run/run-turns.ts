import type { RunOptions } from './api/options.ts'
import type { RunConversation, TurnResult } from './api/run-conversation.ts'
import { meteredFailure, seenFailure } from './conversation/metered-failure.ts'
import { silenceError } from './api/run-errors.ts'
import type { OutputSchema } from './api/standard-schema.ts'
import { Budget } from './budget/budget.ts'
import { TurnTranscript } from './conversation/turn-transcript.ts'
import type { CapstanError } from '../core/capstan-error.ts'
import { withPlainInput } from '../core/text/input-block.ts'
import { InactivityWatch } from './inactivity.ts'
import { StructuredAnswer } from './output/structured-answer.ts'
import type { PermissionBroker } from './permissions/permission-broker.ts'

const defaultInactivityMs = 600_000
/** How long to wait for the count of a title or a suggestion after the turn. */
const sideCallMs = 1000

export interface RunTurnsOptions {
  readonly options: RunOptions
  /** The agent that works on the prompt. */
  readonly agent: () => string
  /** The agent's sign of a file in a prompt, which has no meaning in piped text. */
  readonly fileSign: () => string | undefined
  readonly broker: PermissionBroker
  /** Aborts before the next turn. */
  readonly signal: AbortSignal
  readonly isStopped: () => boolean
  /** Stops the run when the agent sends nothing for too long. */
  readonly onSilence: (error: CapstanError) => void
}

/** The turns of a run: queued prompts, budget, transcript and structured answer. */
export class RunTurns {
  readonly transcript = new TurnTranscript()
  readonly budget: Budget
  readonly structured: StructuredAnswer | undefined
  readonly #options: RunTurnsOptions
  readonly #prompts: string[]
  /** The prompt of the running turn. */
  #current: string | undefined
  #watch: InactivityWatch | undefined

  constructor(options: RunTurnsOptions) {
    const { prompt, schema, outputSchema } = options.options
    this.#options = options
    this.#prompts = [prompt]
    this.budget = new Budget(options.options)
    const given = schema ?? (outputSchema as OutputSchema | undefined)
    if (given !== undefined) this.structured = new StructuredAnswer(given)
  }

  get hasPrompts(): boolean {
    return this.#prompts.length > 0
  }

  /** Queues a prompt for the next turn. */
  add(prompt: string): void {
    this.#prompts.push(prompt)
  }

  /** Whether no turn has ended yet. */
  get isFirst(): boolean {
    return this.budget.turns === 0
  }

  /** Whether a turn began, so that the agent may have the prompt. */
  get isPrompted(): boolean {
    return this.#current !== undefined
  }

  /** Repeats the prompt of the failed turn with another agent. */
  repeat(brief: (prompt: string) => string): void {
    if (this.#current !== undefined) this.#prompts.unshift(brief(this.#current))
    this.#current = undefined
    this.budget.nextAgent()
  }

  clear(): void {
    this.#prompts.length = 0
  }

  /** Records activity of the agent. */
  touch(): void {
    this.#watch?.touch()
  }

  /** Runs a turn for each prompt. @throws the error of a turn, or BudgetExceededError */
  async run(conversation: RunConversation): Promise<TurnResult> {
    const { signal, isStopped } = this.#options
    let end: TurnResult | undefined
    for (let prompt = this.#prompts.shift(); prompt !== undefined; prompt = this.#prompts.shift()) {
      const refusal = this.budget.beginTurn()
      if (refusal !== undefined) throw refusal
      signal.throwIfAborted()
      this.#current = prompt
      end = await this.#runTurn(conversation, prompt)
      const breach = this.budget.endTurn(end)
      if (breach !== undefined) throw breach
      if (isStopped()) break
      const answer = { text: this.transcript.text.toString(), value: end.output }
      const repair = await this.structured?.check(answer)
      if (repair !== undefined) this.#prompts.unshift(repair)
    }
    // The first prompt always exists.
    return end as TurnResult
  }

  async #runTurn(conversation: RunConversation, prompt: string): Promise<TurnResult> {
    const { options, broker, fileSign } = this.#options
    const { isFirst } = this
    const { attachments = [] } = isFirst ? options : {}
    const asksForJson = isFirst && !conversation.keepsSchema
    const sign = fileSign()
    const plain = sign === undefined ? prompt : withPlainInput(prompt, sign)
    const text = asksForJson ? (this.structured?.promptFor(plain) ?? plain) : plain
    this.transcript.begin()
    this.#watchForSilence(conversation)
    try {
      const end = await conversation.turn(text, attachments)
      await conversation.usage?.settled(sideCallMs)
      const failure = end.stopReason === 'cancelled' ? undefined : meteredFailure(conversation)
      if (failure !== undefined) throw failure
      return end
    } catch (error) {
      this.budget.failTurn(await conversation.usedSoFar?.())
      throw seenFailure(error, conversation)
    } finally {
      this.transcript.end()
      this.#watch?.stop()
      broker.endTurn()
    }
  }

  #watchForSilence(conversation: RunConversation): void {
    const { options, agent, broker, onSilence } = this.#options
    const { inactivityTimeoutMs: limitMs = defaultInactivityMs } = options
    if (limitMs === 0) return
    this.#watch = new InactivityWatch({
      limitMs,
      isExcused: () => broker.isWaiting || conversation.isBlocked,
      onSilence: () => onSilence(silenceError(agent(), limitMs)),
    })
  }
}
