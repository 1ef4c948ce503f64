/*
 * The socket protocol: one JSON object per line. The client sends a hello with its token and gets a welcome. Then each
 * request gets one response; a stream sends `next` lines before it.
 */

/** The client's first line. */
export interface WireHello {
  hello: { token: string }
}

/** The rights of a token. */
export type WireRights = 'owner' | 'session'

/** The server's first line. */
export interface WireWelcome {
  welcome: { version: string; pid: number; rights: WireRights }
}

export interface WireRequest {
  id: number
  method: string
  params?: unknown
}

/** Cancels a request; the server still answers it. */
export interface WireCancel {
  cancel: number
}

/** The fields of `CapstanError.toJSON()`. */
export interface WireErrorData {
  code: string
  message: string
  hint?: string
  commandHint?: string
  [field: string]: unknown
}

/** `id` is null for an error of the connection, which closes after it. */
export type WireAnswer =
  | { id: number; next: unknown }
  | { id: number; result: unknown }
  | { id: number | null; error: WireErrorData }

/** Any line of either side. */
export type WireLine = WireHello | WireWelcome | WireRequest | WireCancel | WireAnswer
