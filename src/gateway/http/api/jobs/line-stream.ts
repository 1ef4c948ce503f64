import { CapstanError } from '../../../../core/capstan-error.ts'

/** The last line of a failed job. */
export interface FailedLine {
  readonly type: 'failed'
  readonly message: string
  readonly hint?: string
}

export interface LineJob<Line> {
  readonly work: (write: (line: Line) => void, signal: AbortSignal) => Promise<void>
  /** The message for an error without one of its own. */
  readonly failure: string
  readonly onEnd: () => void
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal
}

const headers = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** A response with one JSON object per line; canceling it aborts the job. */
export function lineResponse<Line>({ work, failure, onEnd, closing }: LineJob<Line>): Response {
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, closing])
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const write = (line: Line | FailedLine): void => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      try {
        await work(write, signal)
      } catch (error) {
        write(failedLine(error, failure))
      } finally {
        onEnd()
        if (!leaving.signal.aborted) controller.close()
      }
    },
    cancel: () => leaving.abort(),
  })
  return new Response(body, { headers })
}

function failedLine(error: unknown, failure: string): FailedLine {
  if (!CapstanError.isInstance(error)) return { type: 'failed', message: failure }
  const { message, hint } = error
  return { type: 'failed', message, ...(hint === undefined ? {} : { hint }) }
}
