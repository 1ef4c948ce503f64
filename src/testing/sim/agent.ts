import { systemClock } from '../../core/clock.ts'
import { agree } from './wire/initialize.ts'
import type { Answer, Peer, PeerHandlers } from './wire/peer.ts'
import { invalidRequest, requestCancelled, RpcError, unknownMethod } from './wire/rpc-error.ts'
import type { Override } from './scenario.ts'
import { SessionMethods } from './sessions/session-methods.ts'
import type { SimOptions } from './sim-options.ts'
import { isObject } from './wire/wire.ts'

/** Answers the client: first `initialize`, then the methods of the agreed version. */
export class SimAgent implements PeerHandlers {
  readonly #options: SimOptions
  readonly #peer: () => Peer
  #methods: SessionMethods | undefined

  /** A function, because the peer is created with its handlers. */
  constructor(options: SimOptions, peer: () => Peer) {
    this.#options = options
    this.#peer = peer
  }

  async onRequest(method: string, params: unknown, signal: AbortSignal): Promise<Answer> {
    const override = this.#overrideOf(method)
    if (override === 'unknown') throw unknownMethod(method)
    // Start the prompt before reading the next line, which may cancel it.
    if (override !== undefined) await apply(override, signal)
    const answer =
      method === 'initialize' ? this.#initialize(params) : await this.#call(method, params, signal)
    if (override?.extra === undefined || !isObject(answer.result)) return answer
    return { ...answer, result: { ...answer.result, ...override.extra } }
  }

  onNotification(method: string, params: unknown): void {
    if (method === 'session/cancel' && isObject(params)) this.#methods?.cancel(String(params['sessionId']))
  }

  /** Stops all running turns. */
  stop(): void {
    this.#methods?.stop()
  }

  #initialize(params: unknown): Answer {
    if (this.#methods !== undefined) throw invalidRequest('initialize was already called')
    const { scenario, protocol } = this.#options
    const agreement = agree(params, protocol)
    this.#methods = new SessionMethods({ ...this.#options, ...agreement, peer: this.#peer() })
    const result = agreement.dialect.initialized(agreement.version, scenario.authentication ?? [])
    const capabilities = scenario.initialize?.agentCapabilities
    if (capabilities === undefined) return { result }
    return {
      result: {
        ...result,
        [agreement.dialect.version === 1 ? 'agentCapabilities' : 'capabilities']: capabilities,
      },
    }
  }

  #call(method: string, params: unknown, signal: AbortSignal): Promise<Answer> {
    if (this.#methods === undefined) throw invalidRequest('call initialize first')
    return this.#methods.call(method, params, signal)
  }

  #overrideOf(method: string): Override | 'unknown' | undefined {
    const { initialize, sessionNew, answers = {} } = this.#options.scenario
    const named = Object.hasOwn(answers, method) ? answers[method] : undefined
    if (method === 'initialize') return initialize ?? named
    return method === 'session/new' ? (sessionNew ?? named) : named
  }
}

async function apply({ delay, hang, error }: Override, signal: AbortSignal): Promise<void> {
  if (delay !== undefined) await systemClock.sleep(delay, signal)
  if (hang) {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(requestCancelled()), { once: true })
    })
  }
  if (error !== undefined) throw new RpcError(error.code, error.message, error.data)
}
