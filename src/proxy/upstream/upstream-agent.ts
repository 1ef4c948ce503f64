import { Agent, type ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { companyProxyFor } from './company-proxy.ts'
import {
  type ConnectionPlan,
  openConnection,
  openToCompany,
  secure,
  type UpstreamContext,
} from './open-connection.ts'

/** The options of a request through this agent. */
export interface UpstreamRequestOptions extends ClientRequestArgs {
  readonly plan: ConnectionPlan
}

/** Idle connections are closed before most servers close them. */
const idleMs = 15_000

/** Keeps connections to targets open for further requests, with TLS where the target needs it. */
export class UpstreamAgent extends Agent {
  readonly #context: UpstreamContext
  /** TLS sessions, which shorten the handshake of the next connection. */
  readonly #sessions = new Map<string, Buffer>()

  constructor(context: UpstreamContext, { keepAlive }: { keepAlive: boolean }) {
    super({ keepAlive, timeout: idleMs, maxFreeSockets: 32 })
    this.#context = context
  }

  override getName(options?: ClientRequestArgs): string {
    const { target, isTrusted } = (options as UpstreamRequestOptions).plan
    return `${target.isSecure ? 'https' : 'http'}:${target.host}:${target.port}:${isTrusted}`
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const { plan } = options as UpstreamRequestOptions
    const { target } = plan
    const name = this.getName(options)
    const opened = callback as (error: Error | null, socket?: Socket) => void
    const company = plan.isTrusted || target.isSecure ? undefined : this.companyFor(plan)
    // A plain request goes to the company's proxy as it is.
    if (company !== undefined) return openToCompany(company, this.#context, opened) as undefined
    openConnection(plan, this.#context, (error, socket) => {
      if (error !== null || socket === undefined || !target.isSecure) return opened(error, socket)
      const session = this.#sessions.get(name)
      return secure(socket, { host: target.host, context: this.#context, session }, (failure, secured) => {
        if (failure !== null) this.#sessions.delete(name)
        ;(secured as TLSSocket | undefined)?.on('session', (fresh) => this.#sessions.set(name, fresh))
        opened(failure, secured)
      })
    })
    return undefined
  }

  /** The company's proxy that a plain request has to address. */
  companyFor({ target, isTrusted }: ConnectionPlan): ReturnType<typeof companyProxyFor> {
    return isTrusted ? undefined : companyProxyFor(target, this.#context.environment)
  }
}
