import type { InboxItem } from '../../../sessions/participant.ts'
import type { Command } from '../../command.ts'
import type { Style } from '../../output/style.ts'
import { countOption } from '../run/values.ts'
import { reference, withDaemon } from './daemon.ts'

export const readInbox: Command = {
  description:
    'Shows the unread messages to you or to a session, oldest first. Marks your messages as read, unless you add --keep.',
  usage: '[<session>]',
  options: [
    { name: 'all', help: 'also show read messages' },
    { name: 'limit', value: '<number>', help: 'maximum number to show (default: 50)' },
    { name: 'keep', help: 'do not mark messages as read' },
  ],
  maxArguments: 1,
  examples: ['capstan session inbox', 'capstan session inbox @ada --all --json'],
  async run({ values, arguments: [typed], output }) {
    const as = typed === undefined ? {} : { as: reference(typed) }
    const limit = countOption(values, 'limit') ?? 50
    const { stripTerminalCodes } = await import('../../../core/text/strip-terminal-codes.ts')
    await withDaemon(async (daemon) => {
      const items = await daemon.request('inbox', { unread: !values.has('all'), limit, ...as })
      output.data(items, () =>
        items.length === 0
          ? 'No unread messages. Try: capstan session inbox --all'
          : items
              .map((item) => itemText(item, { style: output.style, clean: stripTerminalCodes }))
              .join('\n\n'),
      )
      const unread = items.filter(({ delivery }) => delivery.readAt === undefined)
      // Only the session itself marks its messages as read.
      if (typed === undefined && !values.has('keep') && unread.length > 0)
        await daemon.request('markRead', { messageIds: unread.map(({ message }) => message.id) })
    })
    return 0
  },
}

function itemText(
  { message, delivery }: InboxItem,
  { style, clean }: { style: Style; clean: (text: string) => string },
): string {
  const { id, from, channel, threadId, createdAt, text, attachments } = message
  const where = [
    ...(channel === undefined ? [] : [`#${channel.name}`]),
    ...(threadId === undefined ? [] : [`in ${threadId}`]),
    delivery.state === 'delivered' ? '' : delivery.state,
  ].filter((part) => part !== '')
  const head = [
    style.bold(`@${clean(from.handle)}`),
    ...where,
    style.dim(createdAt.slice(0, 16).replace('T', ' ')),
    style.dim(id),
  ]
  const more = attachments.map(({ type, label }) =>
    style.dim(`+ ${type}${label === undefined ? '' : ` ${clean(label)}`}`),
  )
  return [head.join('  '), clean(text), ...more].join('\n')
}
