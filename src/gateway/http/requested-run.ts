import type { ResponseWriter } from './response-writer.ts'

/** A request for a run, from the router or the direct handler. */
export interface RequestedRun {
  readonly kind: 'run' | 'connect'
  /** The unchecked body. */
  readonly body: unknown
  readonly accept: string | undefined
  readonly path: string
  readonly query: string | undefined
  /** Whether another gateway has forwarded it. */
  readonly isForwarded: boolean
}

/** The response to an accepted run. */
export interface RunAnswer {
  readonly headers: Readonly<Record<string, string>>
  /** Streams the run up to its terminal event; returns whether anything was sent already. */
  readonly begin: (writer: ResponseWriter) => { hasBegun: boolean }
}
