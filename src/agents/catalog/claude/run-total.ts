import type { ContextUsage, Cost, TokenUsage } from '../../../events/usage.ts'
import { amountOf, countOf, type Fields, fieldsOf, present } from '../../command-line/read-values.ts'

interface Counts {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  /** Part of the output tokens; messages do not report it. */
  thinking?: number
}

const none: Counts = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/**
 * Adds up the usage of a run. A resumed session counts from its start, so each result adds only the difference to the
 * previous result.
 */
export class RunTotal {
  /** The sum of all results. */
  #run: Counts | undefined
  #costUsd: number | undefined
  /** The messages since the last result, for a run that ends without a result. */
  #unsettled: Counts | undefined
  #context = 0
  readonly #isResumed: boolean

  constructor({ isResumed }: { isResumed: boolean }) {
    this.#isResumed = isResumed
  }

  /** The tokens of the run so far. */
  get tokens(): TokenUsage | undefined {
    if (this.#run === undefined && this.#unsettled === undefined) return undefined
    return withTotal(sum(this.#run ?? none, this.#unsettled ?? none))
  }

  get cost(): Cost | undefined {
    return this.#costUsd === undefined ? undefined : usd(this.#costUsd)
  }

  /** A message starts: its input tokens are known. */
  beginMessage(usage: unknown, { isMain }: { isMain: boolean }): void {
    const { output: _, ...sent } = countsOf(fieldsOf(usage))
    this.#unsettled = sum(this.#unsettled ?? none, { ...sent, output: 0 })
    if (isMain) this.#context = sent.input + sent.cacheRead + sent.cacheWrite
  }

  /** A message ends: its output tokens are known. */
  endMessage(usage: unknown, { isMain }: { isMain: boolean }): void {
    const output = countOf(fieldsOf(usage).output_tokens) ?? 0
    this.#unsettled = sum(this.#unsettled ?? none, { ...none, output })
    if (isMain) this.#context += output
  }

  /** A whole message without deltas: only its input tokens are correct. */
  seeContext(usage: unknown): void {
    const { input, cacheRead, cacheWrite, output } = countsOf(fieldsOf(usage))
    this.#context = input + cacheRead + cacheWrite + output
  }

  settle(result: Fields): void {
    this.#unsettled = undefined
    const { model_usage_since_last_result: since } = result
    if (since === undefined) {
      this.#run = sum(this.#run ?? none, countsOf(fieldsOf(result.usage)))
      if (!this.#isResumed) this.#costUsd = amountOf(result.total_cost_usd)
      return
    }
    const models = Object.values(fieldsOf(since)).map(fieldsOf)
    this.#run = models.map(modelCounts).reduce(sum, this.#run ?? none)
    this.#costUsd = models.reduce(
      (spent, { costUSD }) => spent + (amountOf(costUSD) ?? 0),
      this.#costUsd ?? 0,
    )
  }

  /** The used part of the model's context window, if the result reports its size. */
  contextOf(result: Fields, model: string | undefined): ContextUsage | undefined {
    const size = countOf(fieldsOf(fieldsOf(result.modelUsage)[model ?? '']).contextWindow)
    return size === undefined ? undefined : { used: this.#context, size }
  }
}

/** The usage of the whole session, which results keep counting across runs. */
export function sessionUsage(result: Fields): { tokens?: TokenUsage; cost?: Cost } {
  const models = Object.values(fieldsOf(result.modelUsage)).map(fieldsOf)
  const amount = amountOf(result.total_cost_usd)
  return present({
    tokens: models.length === 0 ? undefined : withTotal(models.map(modelCounts).reduce(sum, none)),
    cost: amount === undefined ? undefined : usd(amount),
  })
}

function usd(amount: number): Cost {
  return { amount, currency: 'USD' }
}

function countsOf(usage: Fields): Counts {
  return {
    input: countOf(usage.input_tokens) ?? 0,
    output: countOf(usage.output_tokens) ?? 0,
    cacheRead: countOf(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: countOf(usage.cache_creation_input_tokens) ?? 0,
    ...present({ thinking: countOf(fieldsOf(usage.output_tokens_details).thinking_tokens) }),
  }
}

function modelCounts(usage: Fields): Counts {
  return {
    input: countOf(usage.inputTokens) ?? 0,
    output: countOf(usage.outputTokens) ?? 0,
    cacheRead: countOf(usage.cacheReadInputTokens) ?? 0,
    cacheWrite: countOf(usage.cacheCreationInputTokens) ?? 0,
    ...present({ thinking: countOf(usage.thinkingTokens) }),
  }
}

function sum(a: Counts, b: Counts): Counts {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(a.thinking === undefined && b.thinking === undefined
      ? {}
      : { thinking: (a.thinking ?? 0) + (b.thinking ?? 0) }),
  }
}

function withTotal(counts: Counts): TokenUsage {
  return { ...counts, total: counts.input + counts.output + counts.cacheRead + counts.cacheWrite }
}
