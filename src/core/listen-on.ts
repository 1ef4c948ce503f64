import type { AddressInfo, ListenOptions, Server } from 'node:net'
import type { CapstanError, CapstanErrorOptions } from './capstan-error.ts'
import { ignore } from './ignore.ts'

export interface ListenOnOptions {
  hostname: string
  /** 0 for any free port. */
  port: number
  /** How many consecutive ports to try while they are in use (default: 1). */
  portTries?: number
  /** Creates the error when no port is available. */
  failure: (message: string, details: CapstanErrorOptions) => CapstanError
}

/** Starts an HTTP server; returns its address. @throws CapstanError when no port is available */
export async function listenOn(
  server: Server,
  { hostname, port, portTries = 1, failure }: ListenOnOptions,
): Promise<{ url: string; port: number }> {
  try {
    await listenOnce(server, { host: hostname, port, backlog: 1024 })
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && port !== 0 && portTries > 1 && port < 65_535) {
      return listenOn(server, { hostname, port: port + 1, portTries: portTries - 1, failure })
    }
    const hint = hints.get(code) ?? 'Choose an address of this machine, such as 127.0.0.1.'
    throw failure(`Cannot listen on ${hostname}:${port}: ${message}`, { cause, hint })
  }
  server.on('error', ignore)
  const address = server.address() as AddressInfo
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${shown}:${address.port}`, port: address.port }
}

const hints: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'Choose another port, or 0 for any free port.'],
  ['EACCES', 'Choose port 1024 or higher, or 0 for any free port.'],
])

/** Starts a server on an address or a socket; rejects with the system's error. */
export function listenOnce(server: Server, place: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
