import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { AcpConnectionOptions } from '../../acp/connection-options.ts'

/** Shakes hands with an agent that was started: the protocol is loaded while the agent starts. */
export async function connectAgentLazily(options: AcpConnectionOptions): Promise<AcpConnection> {
  const { AcpConnection: host } = await import('../../acp/acp-connection.ts')
  return host.connect(options)
}
