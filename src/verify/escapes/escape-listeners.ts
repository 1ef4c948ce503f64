import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Servers of the machine that no confined agent may reach. Remembers everything that they receive. */
export class EscapeListeners {
  readonly #received = new Map<string, string>()
  readonly #tcp = this.#server('a TCP port of the machine')
  readonly #udp = createSocket('udp4')
  #sockets: Server[] = []

  /** Starts listening on TCP and UDP ports of loopback. */
  async open(): Promise<void> {
    this.#udp.on('message', (bytes) => this.arrive('a UDP port of the machine', bytes.toString('latin1')))
    this.#udp.bind(0, '127.0.0.1')
    this.#tcp.listen(0, '127.0.0.1')
    await Promise.all([once(this.#udp, 'listening'), once(this.#tcp, 'listening')])
  }

  get tcp(): number {
    return (this.#tcp.address() as AddressInfo).port
  }

  get udp(): number {
    return this.#udp.address().port
  }

  /** Listens on Unix sockets, and on abstract ones whose names begin with a zero byte. */
  async listenOn(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const server = this.#server(path.startsWith('\0') ? 'an abstract socket' : 'a Unix socket')
      server.listen(path)
      this.#sockets.push(server)
      await once(server, 'listening')
    }
  }

  arrive(channel: string, text: string): void {
    if (text !== '') this.#received.set(channel, (this.#received.get(channel) ?? '') + text)
  }

  /** The channels on which a text arrived. */
  arrived(text: string): string[] {
    return Array.from(this.#received).flatMap(([channel, all]) => (all.includes(text) ? [channel] : []))
  }

  async closeSockets(): Promise<void> {
    const closed = this.#sockets.map((server) => once(server, 'close'))
    for (const server of this.#sockets) server.close()
    this.#sockets = []
    await Promise.all(closed)
  }

  /** Stops listening on all of them. */
  async close(): Promise<void> {
    await this.closeSockets()
    this.#udp.close()
    this.#tcp.close()
  }

  #server(channel: string): Server {
    return createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (bytes) => {
        this.arrive(channel, bytes.toString('utf8'))
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
      })
    })
  }
}
