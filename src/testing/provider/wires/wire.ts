import type { Answer, Interruption } from '../answer.ts'
import type { ModelRequest } from '../model-request.ts'
import type { Fault } from '../script/script.ts'
import type { WireName } from '../wire-name.ts'

/** One event of a stream, as server-sent events have it. */
export interface ServerEvent {
  type: 'event'
  /** The name of the event, on wires that name them. */
  name?: string
  data: unknown
}

/** What was asked of one of a wire's paths. */
export interface Asked {
  path: string
  body: Readonly<Record<string, unknown>>
}

/** One provider's way to be asked and to answer. */
export interface Wire {
  name: WireName
  /** The kind of request at a path: a model answer, or a token count. */
  purpose(path: string): 'answer' | 'count' | undefined
  read(asked: Asked): ModelRequest
  /** The response to a token count request, if the API has one. */
  count?(tokens: number): unknown
  /** Why the wire does not take a request, if it does not. */
  refusal?(request: ModelRequest): Fault | undefined
  /** An answer in one piece. */
  whole(answer: Answer): unknown
  /** An answer piece by piece; what happens to the connection in between is passed on. */
  stream(answer: Answer, request: ModelRequest): Generator<ServerEvent | Interruption>
  /** The body of an answer that reports a failure. */
  fault(fault: Fault): unknown
}

export function textOf(fault: Fault): string {
  return fault.message ?? `The script answers with ${fault.status}`
}
