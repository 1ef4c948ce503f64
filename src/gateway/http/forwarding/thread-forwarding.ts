import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignore } from '../../../core/ignore.ts'
import { GatewayError } from '../../gateway-error.ts'
import type { OtherGateway, SharedThreads } from '../../threads/shared/shared-threads.ts'
import type { EventEncoding } from '../encoding.ts'
import type { RequestedRun, RunAnswer } from '../requested-run.ts'
import { ForwardedAnswer } from './forwarded-answer.ts'
import { forwardedHeader, NotDelivered, sendForwarded } from './forwarded-request.ts'
import { relayRun } from './relay-run.ts'

/** Longer than a lease: a gateway that was killed is no owner anymore after that. */
const patienceMs = 20_000
const retryMs = 300

export interface ThreadRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Headers
  /** Whether the request changes the thread, so that this gateway must own it to answer. */
  readonly isOwner: boolean
}

/** Sends the requests for a thread to the gateway that owns it. */
export class ThreadForwarding {
  readonly #shared: SharedThreads
  readonly #token: string

  constructor(shared: SharedThreads, token: string) {
    this.#shared = shared
    this.#token = token
  }

  /** The response of the owner; undefined if this gateway has to answer. */
  async request(threadId: string, request: ThreadRequest): Promise<Response | undefined> {
    const { method, path, body, headers, isOwner } = request
    const isForwarded = headers.has(forwardedHeader)
    return this.#reach(threadId, { isOwner, isForwarded }, async ({ url }) => {
      const incoming = await sendForwarded({ url, method, path, body, token: this.#token })
      const text = await textOf(incoming)
      const status = incoming.statusCode ?? 502
      const type = incoming.headers['content-type'] ?? 'application/json'
      const init = { status, headers: { 'content-type': type, 'cache-control': 'no-store' } }
      return new Response(status === 204 ? null : text, init)
    })
  }

  /** The stream of a run or a reconnect at the owner; undefined if this gateway has to run it. */
  async run(
    threadId: string,
    requested: RequestedRun & { readonly encoding: EventEncoding },
  ): Promise<RunAnswer | undefined> {
    const { kind, body, accept, path, query = '', isForwarded, encoding } = requested
    const how = { isOwner: kind === 'run', isForwarded }
    return this.#reach(threadId, how, async ({ url, node }) => {
      const stop = new AbortController()
      const incoming = await sendForwarded({
        url,
        method: 'POST',
        path: `${path}${query}`,
        body,
        accept,
        token: this.#token,
        signal: stop.signal,
      })
      if (incoming.statusCode !== 200) {
        throw new ForwardedAnswer(incoming.statusCode ?? 502, await textOf(incoming))
      }
      return relayRun(incoming, { stop, encoding, isAlive: () => this.#shared.isAlive(node) })
    })
  }

  /** Retries only what was not delivered: the other gateway may have begun everything else. */
  async #reach<Result>(
    threadId: string,
    { isOwner, isForwarded }: { isOwner: boolean; isForwarded: boolean },
    send: (owner: OtherGateway) => Promise<Result>,
  ): Promise<Result | undefined> {
    const until = performance.now() + patienceMs
    for (;;) {
      const owner = await this.#shared.enter(threadId, { isOwner })
      if (owner === undefined) return undefined
      if (isForwarded) throw elsewhere('Another gateway has taken the thread over')
      try {
        return await send(owner)
      } catch (error) {
        if (error instanceof ForwardedAnswer) throw error
        if (!(error instanceof NotDelivered)) {
          throw elsewhere('The gateway that owns the thread was lost; it may have run the request', error)
        }
        if (performance.now() > until) {
          throw elsewhere('The gateway that owns the thread cannot be reached', error)
        }
      }
      await sleep(retryMs).catch(ignore)
    }
  }
}

function elsewhere(message: string, cause?: unknown): GatewayError {
  return new GatewayError('thread_elsewhere', message, {
    hint: 'Reconnect to the thread to see what happened, then try again.',
    cause,
  })
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
