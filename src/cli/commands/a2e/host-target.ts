import type { A2EClient } from '../../../a2e/client.ts'
import type { A2ETarget } from '../../../a2e/links.lazy.ts'
import type { Invocation, Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { durationOption } from '../run/values.ts'
import { givenToken, tokenOptions } from './token.ts'

/** The options that say which host to speak with, and as whom. */
export const hostOptions: readonly Option[] = [
  { name: 'url', value: '<url>', help: 'where the host listens; http://127.0.0.1:8765 if not given' },
  { name: 'command', value: '<command>', help: 'instead, a command that starts a host on stdin and stdout' },
  { name: 'agent-id', value: '<name>', help: 'what to call oneself; capstan if not given' },
  { name: 'timeout', value: '<time>', help: 'how long an answer may take, such as 30s' },
  ...tokenOptions,
]

/** Does something with a host and leaves it again, also when the user wants to stop. */
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
  if (url !== undefined) throw new UsageError('--url and --command exclude each other')
  const { splitCommand } = await import('../../../agents/definition/command-definition.ts')
  const [command, ...words] = splitCommand(typed)
  return { command, arguments: words }
}
