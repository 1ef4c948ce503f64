/*
 * What passes over the socket, one JSON object a line. The client greets with its token and is welcomed; then it
 * asks, and each request has one answer. A request that streams has `next` lines before it.
 */

/** The first line of a client. */
export interface WireHello {
  hello: { token: string }
}

/** What a token is good for. */
export type WireRights = 'owner' | 'session'

/** The first line of the host. */
export interface WireWelcome {
  welcome: { version: string; pid: number; rights: WireRights }
}

export interface WireRequest {
  id: number
  method: string
  params?: unknown
}

/** Gives up a request; it is answered all the same. */
export interface WireCancel {
  cancel: number
}

/** An error as data: what its `toJSON` gives. */
export interface WireErrorData {
  code: string
  message: string
  hint?: string
  commandHint?: string
  [field: string]: unknown
}

/** `id` is null for what belongs to no request: the connection ends after it. */
export type WireAnswer =
  | { id: number; next: unknown }
  | { id: number; result: unknown }
  | { id: number | null; error: WireErrorData }

/** All that is written on either side. */
export type WireLine = WireHello | WireWelcome | WireRequest | WireCancel | WireAnswer
