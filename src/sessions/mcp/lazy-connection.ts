import { connectSessions, type ConnectOptions, type SessionsConnection } from '../wire/connect.ts'

/** Connects on first use and reconnects after a loss. */
export class LazyConnection {
  readonly #options: ConnectOptions
  readonly #onConnected: (connection: SessionsConnection) => void
  #current: Promise<SessionsConnection> | undefined

  constructor(options: ConnectOptions, onConnected: (connection: SessionsConnection) => void) {
    this.#options = options
    this.#onConnected = onConnected
  }

  get(): Promise<SessionsConnection> {
    this.#current ??= this.#connect()
    return this.#current
  }

  async close(): Promise<void> {
    const current = this.#current
    if (current === undefined) return
    await current.then(
      (connection) => connection.close(),
      () => undefined,
    )
  }

  async #connect(): Promise<SessionsConnection> {
    const forget = (): void => void (this.#current = undefined)
    try {
      const connection = await connectSessions(this.#options)
      void connection.closed.then(forget)
      this.#onConnected(connection)
      return connection
    } catch (error) {
      forget()
      throw error
    }
  }
}
