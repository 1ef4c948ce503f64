import { isRecord } from '../../core/is-record.ts'
import type { TokenUsage } from '../../events/usage.ts'

/** An unchecked JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** An error inside an answer. */
export interface AnswerError {
  /** The HTTP status that the error stands for. */
  readonly status: number
  readonly message: string
}

/** What one event of a stream, or a whole answer, says about the call. */
export interface AnswerPart {
  readonly model?: string | undefined
  /** Replaces earlier counts, field by field. */
  readonly tokens?: TokenUsage | undefined
  /** Whether `tokens` are the final count. */
  readonly isCounted?: boolean
  /** Whether the provider ends the answer with this event. */
  readonly isLast?: boolean
  readonly error?: AnswerError | undefined
}

/** How the answers of an API are read. */
export interface AnswerReader {
  /** The name of the field with the usage, in quotes: lines without it are not parsed. */
  readonly usageField: string
  /** Reads one event of a stream. */
  readEvent(event: Fields): AnswerPart
  /** Reads a whole answer. */
  readWhole(answer: Fields): AnswerPart
}

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** An integer of at least 0. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface Counts {
  /** All tokens sent, the cached ones included. */
  sent: number | undefined
  output: number | undefined
  thinking: number | undefined
  cacheRead: number | undefined
  cacheWrite: number | undefined
}

/** The counts of an API that includes cached tokens in those sent. */
export function tokensOf({ sent, output, thinking, cacheRead, cacheWrite }: Counts): TokenUsage | undefined {
  if (sent === undefined && output === undefined) return undefined
  const all = sent ?? 0
  return {
    total: all + (output ?? 0),
    ...(sent === undefined ? {} : { input: Math.max(0, all - (cacheRead ?? 0) - (cacheWrite ?? 0)) }),
    ...(output === undefined ? {} : { output }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  }
}
