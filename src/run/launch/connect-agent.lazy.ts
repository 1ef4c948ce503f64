import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { AcpConnectionOptions } from '../../acp/connection-options.ts'

/** Does the handshake with a started agent. Loads the protocol code while the agent starts. */
export async function connectAgentLazily(options: AcpConnectionOptions): Promise<AcpConnection> {
  const { AcpConnection: Connection } = await import('../../acp/acp-connection.ts')
  return Connection.connect(options)
}
