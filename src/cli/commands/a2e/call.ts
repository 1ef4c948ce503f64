import type { Fields, RequestType } from '../../../a2e/messages/messages.ts'
import { didYouMean } from '../../../core/text/nearest-name.ts'
import { isRecord } from '../../../core/is-record.ts'
import type { Command } from '../../command.ts'
import { parseJsonInput, readJsonInput } from '../../input.ts'
import { UsageError } from '../../usage-error.ts'
import { requiredArgument } from '../agent-argument.ts'
import { hostOptions, withHost } from './host-target.ts'

const usage = '<type> [<fields>]'

export const call: Command = {
  description:
    'Sends an A2E host one request and prints the response; events go to stderr.\n' +
    'The fields are one JSON object; - reads it from stdin.',
  usage,
  options: [
    {
      name: 'caps',
      value: '<names>',
      help: 'capabilities to request, separated by commas (default: what the request needs)',
    },
    ...hostOptions,
  ],
  maxArguments: 2,
  examples: [
    'capstan a2e call tool/list/req',
    'capstan a2e call tool/call/req \'{"tool_name":"read_file","arguments":{"path":"README.md"}}\'',
  ],
  stopsItself: true,
  async run(invocation) {
    const {
      values,
      arguments: [typed, json],
      output,
      signal,
    } = invocation
    const { type, capability } = await findType(requiredArgument(typed, 'type', `a2e call ${usage}`))
    const fields =
      json === '-' ? await readJsonInput('-') : parseJsonInput(json ?? '{}', 'The second argument')
    if (!isRecord(fields)) throw new UsageError('The fields are not a JSON object')
    const caps = values
      .get('caps')?.[0]
      ?.split(',')
      .map((name) => name.trim())
    const needed = capability === 'core' ? [] : [capability]
    const answer = await withHost(invocation, caps ?? needed, (client, timeoutMs) =>
      client.request(type, fields as Fields<RequestType>, {
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        onEvent: (event) => output.note(event, () => JSON.stringify(event)),
      }),
    )
    output.data(answer, () => JSON.stringify(answer, undefined, 2))
    return 0
  },
}

async function findType(typed: string): Promise<{ type: RequestType; capability: string }> {
  const { catalog } = await import('../../../a2e/catalog.ts')
  const requests = [...catalog.values()].filter(
    ({ reply, type }) => reply !== undefined && !type.startsWith('handshake'),
  )
  const found = requests.find(({ type }) => type === typed)
  if (found !== undefined) return { type: found.type as RequestType, capability: found.capability }
  const names = requests.map(({ type }) => type)
  throw new UsageError(`Unknown type ${typed}`, didYouMean(typed, names, `Use one of ${names.join(', ')}.`))
}
