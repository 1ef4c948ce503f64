import type { IncomingMessage } from 'node:http'
import type { EventEncoding } from '../encoding.ts'
import type { RunAnswer } from '../requested-run.ts'
import type { ResponseWriter } from '../response-writer.ts'

export interface RelayRunOptions {
  /** Closes the connection to the other gateway, which then sees its client disconnect. */
  readonly stop: AbortController
  readonly encoding: EventEncoding
  /** Whether the other gateway still holds its lease. */
  readonly isAlive: () => Promise<boolean>
}

/** How often to check a gateway that sends nothing. */
const checkMs = 2000

const lostEvent = {
  type: 'RUN_ERROR',
  message: 'The gateway that ran the thread was lost; reconnect to continue',
  code: 'thread_elsewhere',
} as const

/** Passes the stream of another gateway on, and ends it with an error if the gateway is lost. */
export function relayRun(incoming: IncomingMessage, options: RelayRunOptions): RunAnswer {
  const { stop, encoding, isAlive } = options
  return {
    headers: {
      'content-type': incoming.headers['content-type'] ?? encoding.contentType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
    begin: (writer) => {
      const state = { hasBegun: false }
      // Without an answer of the database nobody knows: the stream stays open.
      const watch = setInterval(() => {
        void isAlive()
          .catch(() => true)
          .then((alive) => (alive ? incoming : incoming.destroy(new Error('the gateway was lost'))))
      }, checkMs)
      void relay(incoming, { writer, stop, encoding, state }).finally(() => clearInterval(watch))
      return state
    },
  }
}

async function relay(
  incoming: IncomingMessage,
  {
    writer,
    stop,
    encoding,
    state,
  }: { writer: ResponseWriter; stop: AbortController; encoding: EventEncoding; state: { hasBegun: boolean } },
): Promise<void> {
  let isLeft = false
  let drained = Promise.withResolvers<void>()
  writer.open({
    onDrain: () => drained.resolve(),
    onDisconnected: () => {
      isLeft = true
      drained.resolve()
      stop.abort()
    },
  })
  try {
    for await (const chunk of incoming) {
      state.hasBegun = true
      drained = Promise.withResolvers<void>()
      if (!writer.write(chunk as Buffer)) await drained.promise
    }
  } catch {
    if (!isLeft) writer.write(encoding.encode([lostEvent]))
  }
  if (!isLeft) writer.end()
}
