import type { AddressInfo, Server } from 'node:net'
import type { CapstanError, CapstanErrorOptions } from './capstan-error.ts'
import { ignore } from './ignore.ts'

export interface ListenOnOptions {
  hostname: string
  /** 0 for any that is free. */
  port: number
  /** Makes the error when the port is not to be had. */
  failure: (message: string, details: CapstanErrorOptions) => CapstanError
}

/** Lets a server of HTTP listen; gives where it can be reached. @throws CapstanError when the port is not to be had */
export async function listenOn(
  server: Server,
  { hostname, port, failure }: ListenOnOptions,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        failure(`Cannot listen on ${hostname}:${port}: ${cause.message}`, {
          cause,
          hint: 'Choose another port, or 0 for one that is free.',
        }),
      )
    })
    server.listen({ host: hostname, port, backlog: 1024 }, resolve)
  })
  server.removeAllListeners('error').on('error', ignore)
  const address = server.address() as AddressInfo
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return { url: `http://${shown}:${address.port}`, port: address.port }
}
