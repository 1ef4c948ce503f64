import type { Answer, Interruption } from '../answer.ts'
import type { ModelRequest } from '../model-request.ts'
import type { ReportedUsage } from '../script/recording.ts'
import type { Fault, TokenUsage } from '../script/script.ts'
import type { WireName } from '../wire-name.ts'

/** One server-sent event of a stream. */
export interface ServerEvent {
  type: 'event'
  /** The name of the event, in an API with event names. */
  name?: string
  data: unknown
  /** The usage in this event. */
  usage?: ReportedUsage
}

/** A request to one of the API's paths. */
export interface Asked {
  path: string
  body: Readonly<Record<string, unknown>>
}

/** The API of one provider. */
export interface Wire {
  name: WireName
  /** The kind of request at a path: a model answer, or a token count. */
  purpose(path: string): 'answer' | 'count' | undefined
  read(asked: Asked): ModelRequest
  /** The response to a token count request, if the API has one. */
  count?(tokens: number): unknown
  /** Why the API rejects a request; undefined if it accepts the request. */
  refusal?(request: ModelRequest): Fault | undefined
  /** The usage as the API reports it. */
  reported(usage: TokenUsage): ReportedUsage
  /** A whole answer. */
  whole(answer: Answer): unknown
  /** A streamed answer; interruptions are passed on. */
  stream(answer: Answer, request: ModelRequest): Generator<ServerEvent | Interruption>
  /** The response body of a failure. */
  fault(fault: Fault): unknown
}

/** The usage in an API that has no count of tokens written to a cache: they are input. */
export function withoutCacheWrite({ cacheWrite = 0, ...usage }: TokenUsage): ReportedUsage {
  return { ...usage, input: usage.input + cacheWrite }
}

export function textOf(fault: Fault): string {
  return fault.message ?? `The script answers with ${fault.status}`
}
