import type { AddressInfo, ListenOptions, Server } from 'node:net'
import type { CapstanError, CapstanErrorOptions } from './capstan-error.ts'
import { ignore } from './ignore.ts'

export interface ListenOnOptions {
  hostname: string
  /** 0 for any that is free. */
  port: number
  /** How many ports are tried, from that one on, while one is taken; 1 unless given. */
  portTries?: number
  /** Makes the error when the port is not to be had. */
  failure: (message: string, details: CapstanErrorOptions) => CapstanError
}

/** Lets a server of HTTP listen; gives where it can be reached. @throws CapstanError when the port is not to be had */
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
  ['EADDRINUSE', 'Choose another port, or 0 for one that is free.'],
  ['EACCES', 'Choose a port from 1024 on, or 0 for one that is free.'],
])

/** Lets a server listen on an address or a socket; rejects with the error of the system. */
export function listenOnce(server: Server, place: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
