import type { Capability } from '../../../capabilities/ecosystems/a2e/types.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'
import { hostOptions, withHost } from './host-target.ts'

export const handshake: Command = {
  description:
    'Performs a handshake with an A2E host and shows which capabilities it accepts. Requests all of them by default.',
  usage: '[--caps <names>]',
  options: [
    { name: 'caps', value: '<names>', help: 'capabilities to request, separated by commas' },
    ...hostOptions,
  ],
  maxArguments: 0,
  examples: [
    'capstan a2e handshake --caps tools,memory',
    'capstan a2e handshake --command "capstan a2e serve --stdio" --json',
  ],
  stopsItself: true,
  async run(invocation) {
    const { values, output } = invocation
    const { a2eCapabilities } = await import('../../../capabilities/ecosystems/a2e/types.ts')
    const names =
      values
        .get('caps')?.[0]
        ?.split(',')
        .map((name) => name.trim()) ?? a2eCapabilities
    const answer = await withHost(invocation, names, async (client) => ({
      sessionId: client.sessionId,
      maxParallel: client.maxParallel,
      capabilities: client.capabilities(),
      // For example names that the host does not know.
      ...(client.reason === '' ? {} : { reason: client.reason }),
    }))
    output.data(answer, () =>
      [tableOf(answer.capabilities, output.style), answer.reason].filter(Boolean).join('\n'),
    )
    return 0
  },
}

function tableOf(capabilities: readonly Capability[], style: Style): string {
  const rows = capabilities.map(({ capability, enabled, metadata }) => [
    style.bold(capability),
    enabled ? style.good('yes') : style.dim('no'),
    textOf(metadata[enabled ? 'name' : 'reason']),
  ])
  return columns([['CAPABILITY', 'ACCEPTED', 'BY'].map(style.dim), ...rows], { indent: '' })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
