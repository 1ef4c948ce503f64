import type { Delivery } from '../../../sessions/delivery.ts'
import type { ParticipantSummary } from '../../../sessions/wire/wire-methods.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'
import { UsageError } from '../../usage-error.ts'
import { reference, withDaemon } from './daemon.ts'
import { deadlineOption } from './deadline.ts'

export const deadLetters: Command = {
  description:
    'Lists messages that were not delivered, or whose delivery is in doubt. --redeliver tries again; --settle marks a\n' +
    'delivery in doubt as delivered or dead.',
  usage: '[<session>]',
  options: [
    { name: 'redeliver', value: '<delivery>', help: 'deliver this message again' },
    { name: 'deadline', value: '<time>', help: 'give up if not delivered by then: 10m, 1h' },
    { name: 'settle', value: '<delivery>', help: 'settle a delivery in doubt; needs --as' },
    { name: 'as', value: '<state>', help: 'delivered or dead' },
    { name: 'limit', value: '<number>', help: 'maximum number to list (default: 50)' },
  ],
  maxArguments: 1,
  examples: ['capstan session dead', 'capstan session dead --redeliver del_… --deadline 10m'],
  async run({ values, arguments: [typed], output }) {
    const [redeliver] = values.get('redeliver') ?? []
    const [settle] = values.get('settle') ?? []
    const [as] = values.get('as') ?? []
    if (settle !== undefined && as !== 'delivered' && as !== 'dead')
      throw new UsageError('--settle needs --as', 'Add --as delivered or --as dead.')
    const { countOption } = await import('../run/values.ts')
    const limit = countOption(values, 'limit') ?? 50
    const deadline = deadlineOption(values)
    await withDaemon(async (daemon) => {
      if (redeliver !== undefined || settle !== undefined) {
        const delivery =
          redeliver === undefined
            ? await daemon.request('deliveries.settle', { id: settle ?? '', as: as as 'delivered' | 'dead' })
            : await daemon.request('deliveries.redeliver', { id: redeliver, ...deadline })
        output.data(delivery, () => `${delivery.id} is ${delivery.state}`)
        return
      }
      const participants = await daemon.request('participants', {})
      const recipient = typed === undefined ? undefined : idOf(reference(typed), participants)
      const found = await daemon.request('deliveries.list', {
        states: ['dead', 'in-doubt'],
        limit,
        order: 'newest',
        ...(recipient === undefined ? {} : { recipient }),
      })
      output.data(found, () => listText(found, { participants, style: output.style }))
    })
    return 0
  },
}

function idOf(typed: string, participants: readonly ParticipantSummary[]): string {
  return participants.find(({ handle }) => `@${handle}` === typed)?.id ?? typed
}

function listText(
  deliveries: readonly Delivery[],
  { participants, style }: { participants: readonly ParticipantSummary[]; style: Style },
): string {
  if (deliveries.length === 0) return 'No undelivered messages.'
  const handles = new Map(participants.map(({ id, handle }) => [id, `@${handle}`]))
  const head = ['DELIVERY', 'FROM', 'TO', 'STATE', 'WHY'].map(style.dim)
  const rows = deliveries.map(({ id, sender, recipient, state, dead }) => [
    style.bold(id),
    handles.get(sender) ?? sender,
    handles.get(recipient) ?? recipient,
    state,
    dead === undefined ? 'unknown whether it was delivered' : `${dead.reason}: ${dead.detail}`,
  ])
  return `${columns([head, ...rows], { indent: '' })}\n\nDeliver a message again: capstan session dead --redeliver <delivery>`
}
