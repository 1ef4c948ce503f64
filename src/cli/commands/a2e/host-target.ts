import type { A2EClient } from '../../../a2e/client.ts'
import type { A2ETarget } from '../../../a2e/links.lazy.ts'
import type { Invocation, Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { durationOption } from '../run/values.ts'
import { givenToken, tokenOptions } from './token.ts'

/** The options that name the A2E host and the agent id. */
export const hostOptions: readonly Option[] = [
  { name: 'url', value: '<url>', help: 'address of the host (default: http://127.0.0.1:8765)' },
  { name: 'command', value: '<command>', help: 'start a host on stdin and stdout with this command' },
  { name: 'agent-id', value: '<name>', help: 'agent id to send (default: capstan)' },
  { name: 'timeout', value: '<time>', help: 'timeout for a response, such as 30s' },
  ...tokenOptions,
]

/** Connects to an A2E host, runs `work` and disconnects, also when the user interrupts. */
export async function withHost<Result>(
  { values, signal }: Invocation,
  capabilities: readonly string[],
  work: (client: A2EClient, timeoutMs: number | undefined) => Promise<Result>,
): Promise<Result> {
  const { A2EClient: Client } = await import('../../../a2e/client.ts')
  const timeoutMs = durationOption(values, 'timeout')
  const token = await givenToken(values)
  const [agentId] = values.get('agent-id') ?? []
  const client = new Client({
    to: await targetOf(values),
    capabilities,
    ...(agentId === undefined ? {} : { agentId }),
    ...(token === undefined ? {} : { token }),
    ...(timeoutMs === undefined ? {} : { handshakeTimeoutMs: timeoutMs }),
  })
  signal.addEventListener('abort', () => void client.close())
  try {
    await client.connect()
    return await work(client, timeoutMs)
  } finally {
    await client.close()
  }
}

async function targetOf(values: Invocation['values']): Promise<A2ETarget> {
  const [url] = values.get('url') ?? []
  const [typed] = values.get('command') ?? []
  if (typed === undefined) return { url: url ?? 'http://127.0.0.1:8765' }
  if (url !== undefined) throw new UsageError('--url and --command cannot be combined')
  const { splitCommand } = await import('../../../agents/definition/command-definition.ts')
  const [command, ...rest] = splitCommand(typed)
  return { command, arguments: rest }
}
