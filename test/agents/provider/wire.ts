/** What a wire answers to one request: one object, or a stream of server-sent events. */
export type Answer = { json: unknown } | { events: readonly ServerEvent[] }

export interface ServerEvent {
  /** The name of the event, on wires that name them. */
  event?: string
  data: unknown
}

export interface WireRequest {
  /** Without the query. */
  path: string
  body: Readonly<Record<string, unknown>>
}

/** One provider's way to be asked and to answer. */
export interface Wire {
  matches(path: string): boolean
  answer(request: WireRequest): Answer
}

/** What the model says in every turn. */
export const spokenText = 'All is well.'

/** What stands for a token count anywhere. */
export const tokenCount = 5
