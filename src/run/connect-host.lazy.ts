import type { AcpHost } from '../acp/host.ts'
import type { AcpHostOptions } from '../acp/host-options.ts'

/** Shakes hands with an agent that was started: the protocol is loaded while the agent starts. */
export async function connectHostLazily(options: AcpHostOptions): Promise<AcpHost> {
  const { AcpHost: host } = await import('../acp/host.ts')
  return host.connect(options)
}
