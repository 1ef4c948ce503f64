import type { A2EHost } from '../host.ts'
import type { HostSession } from '../host-session.ts'
import { createMessageId } from '../messages/wire.ts'
import { Outbox } from './outbox.ts'

export interface HttpSessionOptions {
  host: A2EHost
  /** It was begun with the token. */
  proven: boolean
  maxBufferedBytes: number
  /** Called once, when it is over. */
  onEnd: (session: HttpSession) => void
}

/** A session that is carried by posts one way and a stream of events the other. */
export class HttpSession {
  readonly id = createMessageId()
  readonly session: HostSession
  readonly outbox: Outbox
  /** When it was last heard of, by the host’s clock. */
  lastUsed: number
  /** When a handshake last held, or when it began, by the host’s clock. */
  lastOpen: number

  constructor({ host, proven, maxBufferedBytes, onEnd }: HttpSessionOptions) {
    this.lastUsed = host.clock.now()
    this.lastOpen = this.lastUsed
    this.outbox = new Outbox({
      maxBufferedBytes,
      onOverflow: () => {
        host.log(`Session ${this.id} has ${maxBufferedBytes} bytes that nobody reads: it is ended`)
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
