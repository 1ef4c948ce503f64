import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createId } from '../core/ids.ts'
import { ignore } from '../core/ignore.ts'
import { codingOf, decoderOf } from '../core/http/body-codings.ts'
import { AnswerMeter } from './meter/answer-meter.ts'
import type { ModelApi } from './meter/model-api.ts'
import type { CallOutcome, ModelCall, ProviderFailure } from './model-call.ts'
import { modelInBody } from './requested-model.ts'
import { ToolSearch } from './requested-tools.ts'
import { answerFailure, cutFailure, rejection, withoutKeys } from './provider-failures.ts'

export interface CallOptions {
  readonly api: ModelApi
  readonly host: string
  readonly requestedModel?: string | undefined
  /** Keys that the proxy added to the request, which no message may show. */
  readonly keys: readonly string[]
  readonly onCall: (call: ModelCall) => void
}

const maxErrorBody = 64 * 1024

/** A model call from its request to its end. Reports each change once. */
export class RunningCall {
  readonly #options: CallOptions
  readonly #id = createId('call')
  #isBegun = false
  #wasSent = true
  #requestedModel: string | undefined
  #meter: AnswerMeter | undefined
  #answer: IncomingMessage | undefined
  #decoder: Transform | undefined
  #requestDecoder: Transform | undefined
  #errorBody: Buffer[] | undefined
  #errorLength = 0
  #isEnded = false
  readonly #tools = new ToolSearch()
  #offersTools = false

  constructor(options: CallOptions) {
    this.#options = options
    this.#requestedModel = options.requestedModel
  }

  get api(): ModelApi {
    return this.#options.api
  }

  /** Reports the call when its request begins to flow. */
  begin(requestedModel?: string): void {
    if (this.#isBegun || this.#isEnded) return
    this.#isBegun = true
    this.#requestedModel ??= requestedModel
    this.#report({ state: 'running' })
  }

  /** Reads a part of the request. */
  readRequest(chunk: Buffer): void {
    const model = this.#requestedModel === undefined ? modelInBody(chunk) : undefined
    const offersTools = this.#tools.push(chunk)
    const isNew = offersTools && !this.#offersTools
    this.#offersTools = offersTools
    if (!this.#isBegun && model !== undefined) return this.begin(model)
    this.#requestedModel ??= model
    if (this.#isBegun && (isNew || model !== undefined)) this.#grow()
    return undefined
  }

  /** The call ends only when this decoder has read its request. */
  readWith(decoder: Transform): void {
    this.#requestDecoder = decoder
  }

  /** Call the returned function with each part of the answer, which also flows to the client. */
  watch(answer: IncomingMessage): (chunk: Buffer) => void {
    this.#answer = answer
    if ((answer.statusCode ?? 0) >= 400) {
      this.#errorBody = []
      return this.#copyOf(answer, (chunk) => this.#keepError(chunk))
    }
    const isStream = answer.headers['content-type']?.includes('event-stream') === true
    const { api } = this.#options
    const meter = new AnswerMeter({ api, isStream, onUsage: () => this.#grow() })
    this.#meter = meter
    return this.#copyOf(answer, (chunk) => meter.push(chunk))
  }

  /** Requests for models ask for no compression; if the provider compresses anyway, the copy is decoded. */
  #copyOf(answer: IncomingMessage, onChunk: (chunk: Buffer) => void): (chunk: Buffer) => void {
    const coding = codingOf(answer.headers)
    const decoder = coding === undefined ? undefined : decoderOf(coding)
    if (decoder === undefined) return onChunk
    this.#decoder = decoder
    decoder.on('data', onChunk).on('error', ignore)
    answer.on('end', () => decoder.end())
    return (chunk) => void decoder.write(chunk)
  }

  /** The answer ended as HTTP; whether it is whole is up to the API. */
  end(): void {
    const open = [this.#decoder, this.#requestDecoder].find((decoder) => decoder?.closed === false)
    if (open === undefined) return this.#endRead()
    open.once('close', () => this.end())
    return undefined
  }

  #endRead(): void {
    const { host } = this.#options
    const status = this.#answer?.statusCode ?? 0
    if (this.#errorBody !== undefined) {
      const body = Buffer.concat(this.#errorBody).toString('utf8')
      return this.#finish('failed', { failure: rejection(status, this.#answer?.headers ?? {}, body) })
    }
    const { error, isWhole } = this.#meter?.summary({ isEnded: true }) ?? { isWhole: false }
    if (error !== undefined) return this.#finish('failed', { failure: answerFailure(error) })
    if (!isWhole) return this.#finish('failed', { failure: cutFailure(host) })
    return this.#finish('completed', {})
  }

  fail(failure: ProviderFailure): void {
    this.#finish('failed', { failure })
  }

  /** The answer was cut in the middle. An error in the last event says more than the cut. */
  cut(): void {
    const error = this.#meter?.summary({ isEnded: false }).error
    this.fail(error === undefined ? cutFailure(this.#options.host) : answerFailure(error))
  }

  /** Clients may close the connection after the last event instead of waiting for the end of the stream. */
  cancel(): void {
    const isWhole = this.#meter?.summary({ isEnded: false }).isWhole === true
    if (isWhole) this.#endRead()
    else this.#finish('canceled', {})
  }

  halt(): void {
    this.#finish('halted', {})
  }

  /** The call was halted before it was sent. */
  refuse(): void {
    this.#wasSent = false
    this.#finish('halted', {})
  }

  #keepError(chunk: Buffer): void {
    if (this.#errorLength > maxErrorBody) return
    this.#errorBody?.push(chunk)
    this.#errorLength += chunk.length
  }

  #grow(): void {
    if (!this.#isEnded) this.#report({ state: 'running' })
  }

  #finish(outcome: CallOutcome, { failure }: { failure?: ProviderFailure }): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (failure === undefined) return this.#report({ state: 'ended', outcome })
    const message = withoutKeys(failure.message, this.#options.keys)
    return this.#report({ state: 'ended', outcome, failure: { ...failure, message } })
  }

  #report(change: Pick<ModelCall, 'state' | 'outcome' | 'failure'>): void {
    const { api, host, onCall } = this.#options
    const isEnded = change.state === 'ended'
    const known = isEnded ? this.#meter?.summary({ isEnded: change.outcome === 'completed' }) : this.#meter
    const model = known?.model === undefined ? undefined : withoutKeys(known.model, this.#options.keys)
    const { tokens } = this.#tokensOf(change.outcome)
    onCall({
      id: this.#id,
      offersTools: this.#offersTools,
      api,
      host,
      ...(this.#requestedModel === undefined ? {} : { requestedModel: this.#requestedModel }),
      ...(model === undefined ? {} : { model }),
      ...(tokens === undefined ? {} : { tokens }),
      ...change,
    })
  }

  /** A call whose answer began costs tokens, also if the provider did not get to report them. */
  #tokensOf(outcome: CallOutcome | undefined): Pick<ModelCall, 'tokens'> {
    const known = this.#meter?.tokens ?? {}
    if (known.tokens !== undefined || outcome === undefined) return known
    const isOpen = this.#meter !== undefined || outcome === 'canceled' || outcome === 'halted'
    return isOpen && this.#wasSent ? { tokens: { incomplete: true } } : {}
  }
}
