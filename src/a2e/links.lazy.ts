import type { Clock } from '../core/clock.ts'
import type { ClientLink } from './client-link.ts'
import type { A2EHost } from './host.ts'
import type { HttpTarget } from './transports/http-link.ts'
import type { StdioTarget } from './transports/stdio-link.ts'

/** A host in this process, at a URL, or started by a command. */
export type A2ETarget = { host: A2EHost } | HttpTarget | StdioTarget

export interface LinkOptions {
  readonly clock: Clock
  /** The token of the host; empty if it needs none. */
  readonly token: string
}

/** Creates the link to a host. Loads the process and HTTP code only when needed. */
export async function linkTo(target: A2ETarget, options: LinkOptions): Promise<ClientLink> {
  if ('host' in target) return (await import('./transports/direct-link.ts')).directLink(target.host)
  if ('url' in target) return new (await import('./transports/http-link.ts')).HttpLink(target, options)
  return new (await import('./transports/stdio-link.ts')).StdioLink(target)
}
