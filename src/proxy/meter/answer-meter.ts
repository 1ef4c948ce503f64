import type { TokenUsage } from '../../events/usage.ts'
import type { ModelApi } from './model-api.ts'
import { anthropic } from './anthropic.ts'
import {
  type AnswerError,
  type AnswerPart,
  type AnswerReader,
  type Fields,
  fieldsOf,
} from './answer-reader.ts'
import { dataOf, EventLines } from './event-lines.ts'
import { gemini } from './gemini.ts'
import { openaiCompletions, openaiResponses } from './openai.ts'

const readers: Readonly<Record<ModelApi, AnswerReader>> = {
  anthropic,
  'openai-responses': openaiResponses,
  'openai-completions': openaiCompletions,
  gemini,
}

/** Larger answers without a stream are not read. */
const maxWhole = 32 * 1024 * 1024
/** The beginning of a stream that is kept to find the model of a canceled call. */
const maxBeginning = 64 * 1024
/** How long a count waits while counts arrive with every event, and a part of a stream before it is searched. */
const pauseMs = 200
/** Parts of a stream are searched together, because a search costs more than the bytes of one event. */
const batch = 16 * 1024

/** What an answer says about its call. */
export interface AnswerSummary {
  readonly model?: string
  readonly tokens?: TokenUsage
  readonly error?: AnswerError
  /** Whether the answer is whole. */
  readonly isWhole: boolean
}

/** Reads a copy of an answer: its model, its tokens, and how it ended. */
export class AnswerMeter {
  readonly #reader: AnswerReader
  readonly #lines: EventLines | undefined
  readonly #chunks: Buffer[] = []
  #length = 0
  #onUsage: () => void
  #tokens: TokenUsage | undefined
  #isCounted = false
  #model: string | undefined
  #isLast = false
  #error: AnswerError | undefined
  /** A line with a newer count that has not been parsed. */
  #pending: Buffer | undefined
  #readAt = 0
  #queued: Buffer[] = []
  #queuedLength = 0
  #hasSearched = false
  #timer: NodeJS.Timeout | undefined
  #isRead = false

  constructor({ api, isStream, onUsage }: { api: ModelApi; isStream: boolean; onUsage: () => void }) {
    this.#reader = readers[api]
    this.#onUsage = onUsage
    if (isStream) this.#lines = new EventLines(this.#reader.usageField, (line) => this.#readLine(line))
  }

  push(chunk: Buffer): void {
    if (this.#lines !== undefined) this.#queue(chunk, this.#lines)
    if (this.#length >= (this.#lines === undefined ? maxWhole : maxBeginning)) return
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** The first part is searched at once: it may hold the count of the request. */
  #queue(chunk: Buffer, lines: EventLines): void {
    this.#queued.push(chunk)
    this.#queuedLength += chunk.length
    if (!this.#hasSearched || this.#queuedLength >= batch) this.#search(lines)
    else this.#timer ??= setTimeout(() => this.#search(lines), pauseMs).unref()
  }

  #search(lines: EventLines): void {
    this.#hasSearched = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [first, second] = this.#queued
    if (first === undefined) return
    const block = second === undefined ? first : Buffer.concat(this.#queued)
    this.#queued = []
    this.#queuedLength = 0
    lines.push(block)
  }

  /** What is known when the answer has ended or was cut. */
  summary({ isEnded }: { isEnded: boolean }): AnswerSummary {
    if (this.#lines !== undefined) this.#search(this.#lines)
    if (!this.#isRead) {
      this.#isRead = true
      if (this.#lines !== undefined) this.#readEnd(this.#lines)
      else if (isEnded) this.#readWhole()
      else this.#readPart()
    }
    const model = this.#model ?? this.#modelAtBeginning()
    return {
      ...(model === undefined ? {} : { model }),
      ...this.tokens,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      isWhole: this.#isLast || (isEnded && this.#lines === undefined),
    }
  }

  get model(): string | undefined {
    return this.#model
  }

  /** The counts so far. */
  get tokens(): { tokens?: TokenUsage } {
    if (this.#tokens === undefined) return {}
    const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = this.#tokens
    const tokens = { ...this.#tokens, total: input + output + cacheRead + cacheWrite }
    return { tokens: this.#isCounted ? tokens : { ...tokens, incomplete: true } }
  }

  /** Parses the first count at once, and later ones when the answer pauses for them or ends. */
  #readLine(line: Buffer): void {
    const now = performance.now()
    if (this.#readAt > 0 && now - this.#readAt < pauseMs) {
      this.#pending = line
      return
    }
    this.#readAt = now
    this.#pending = undefined
    this.#take(this.#reader.readEvent(parsed(dataOf(line.toString('utf8')))))
    this.#onUsage()
  }

  #readEnd(lines: EventLines): void {
    if (this.#pending !== undefined) {
      this.#take(this.#reader.readEvent(parsed(dataOf(this.#pending.toString('utf8')))))
    }
    // Lines with usage were read; the end of the stream and errors are in the last events.
    if (this.#isLast) return
    for (const data of lines.last().slice(0, 3).toReversed()) this.#readLast(data)
  }

  #readLast(data: string): void {
    if (data === '[DONE]') this.#isLast = true
    else this.#take(this.#reader.readEvent(parsed(data)))
  }

  #readWhole(): void {
    if (this.#length > maxWhole) return
    const answer = parsed(Buffer.concat(this.#chunks).toString('utf8'))
    // Gemini streams a list unless the request wants events.
    for (const part of Array.isArray(answer) ? (answer as unknown[]) : [answer]) {
      this.#take(this.#reader.readWhole(fieldsOf(part)))
    }
  }

  /** Gemini's list is cut, but its parts hold counts. */
  #readPart(): void {
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const { usageField } = this.#reader
    const start = text.indexOf('{', text.lastIndexOf(usageField))
    if (!text.includes(usageField) || start === -1) return
    for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
      const part = parsed(`{${usageField}:${text.slice(start, end + 1)}}`)
      if (Object.keys(part).length === 0) continue
      this.#take({ ...this.#reader.readWhole(part), isCounted: false, isLast: false })
      return
    }
  }

  #take({ model, tokens, isCounted = false, isLast = false, error }: AnswerPart): void {
    this.#model ??= model
    if (tokens !== undefined) {
      this.#tokens = { ...this.#tokens, ...tokens }
      this.#isCounted = isCounted
    }
    if (isLast) this.#isLast = true
    this.#error ??= error
  }

  /** Events at the beginning name the model, but are too long to parse in every call. */
  #modelAtBeginning(): string | undefined {
    if (this.#lines === undefined) return undefined
    const beginning = Buffer.concat(this.#chunks).toString('utf8')
    return /"model(?:Version)?": ?"([^"\\]{1,200})"/.exec(beginning)?.[1]
  }
}

function parsed(text: string | undefined): Fields {
  if (text === undefined) return {}
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Fields) : {}
  } catch {
    return {}
  }
}
