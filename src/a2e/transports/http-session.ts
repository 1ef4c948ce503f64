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

/** A session over HTTP: the client posts messages and reads an event stream. */
export class HttpSession {
  readonly id = createMessageId()
  readonly session: HostSession
  readonly outbox: Outbox
  /** When the client last sent a message or closed a stream, by the host’s clock. */
  lastUsed: number
  /** When the session was last open after a handshake, or when it started, by the host’s clock. */
  lastOpen: number

  constructor({ host, proven, maxBufferedBytes, onEnd }: HttpSessionOptions) {
    this.lastUsed = host.clock.now()
    this.lastOpen = this.lastUsed
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
        onEnd(this)
      },
    })
  }
}
