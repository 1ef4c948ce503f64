import type { IncomingMessage } from 'node:http'
import type { A2EHost } from '../host.ts'
import type { HostSession } from '../host-session.ts'
import { createMessageId } from '../messages/wire.ts'
import { Outbox } from './outbox.ts'

export interface HttpSessionOptions {
  host: A2EHost
  /** The request that started the session had the token. */
  proven: boolean
  maxBufferedBytes: number
  /** Called once, when the session ends. */
  onEnd: (session: HttpSession) => void
}

/** How many messages a client may send before its handshake succeeds. */
const mostEarly = 16

/** A session over HTTP: the client posts messages and reads an event stream. */
export class HttpSession {
  readonly id = createMessageId()
  readonly session: HostSession
  readonly outbox: Outbox
  /** The request that started the session had the token. */
  readonly #proven: boolean
  #isTrusted = false
  /** The number of messages before the handshake. */
  #early = 0
  #reading: IncomingMessage | undefined
  /** When the client last sent a message or closed a stream, by the host’s clock. */
  lastUsed: number
  /** When the session was last open after a handshake, or when it started, by the host’s clock. */
  lastOpen: number

  constructor({ host, proven, maxBufferedBytes, onEnd }: HttpSessionOptions) {
    this.lastUsed = host.clock.now()
    this.lastOpen = this.lastUsed
    this.#proven = proven
    this.outbox = new Outbox({
      maxBufferedBytes,
      onOverflow: () => {
        host.log(`Session ${this.id} ended: the client left more than ${maxBufferedBytes} bytes unread`)
        queueMicrotask(() => void this.session.end())
      },
    })
    this.session = host.openSession({
      id: this.id,
      proven,
      send: (line, id) => this.outbox.add(line, id),
      ended: () => {
        this.outbox.end()
        this.#reading?.destroy()
        onEnd(this)
      },
    })
  }

  /** Whether the client has shown the token, here or in a handshake. */
  get trusted(): boolean {
    this.#isTrusted ||= this.#proven || this.session.open
    return this.#isTrusted
  }

  /** Whether another message before the handshake may arrive: one body at a time, and few in all. */
  admitEarly(request: IncomingMessage): 'admitted' | 'busy' | 'too many' {
    if (this.#reading !== undefined) return 'busy'
    this.#early += 1
    if (this.#early > mostEarly) return 'too many'
    // Cut off when the session ends, so that ended sessions hold no buffers.
    this.#reading = request
    return 'admitted'
  }

  /** The body of the last admitted message has arrived or was refused. */
  doneReading(): void {
    this.#reading = undefined
  }
}
