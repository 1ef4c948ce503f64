import type { ChannelRecord } from '../../../sessions/store/session-store.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'
import { UsageError } from '../../usage-error.ts'
import { reference, withDaemon } from './daemon.ts'

const usage = '[<channel> [<session>…]]'

export const channel: Command = {
  description:
    'Lists the channels. With a name, creates the channel and adds you and the sessions to it; --leave removes sessions.\n' +
    'A message to a channel goes to all its members.',
  usage,
  options: [
    { name: 'topic', value: '<text>', help: 'topic of a new channel' },
    { name: 'leave', help: 'remove the sessions from the channel' },
  ],
  maxArguments: 100,
  examples: [
    'capstan session channel',
    'capstan session channel builds @ada @bob',
    'capstan session channel builds @ada --leave',
  ],
  async run({ values, arguments: [name, ...sessions], output }) {
    const isLeaving = values.has('leave')
    if (isLeaving && sessions.length === 0)
      throw new UsageError('--leave needs a session', `Use capstan session channel ${usage}.`)
    const channels = await withDaemon(async (daemon) => {
      const bare = name?.replace(/^#/, '')
      const [topic] = values.get('topic') ?? []
      const known = await daemon.request('channels.list', {})
      if (bare !== undefined && !isLeaving) {
        if (!known.some((one) => one.name === bare))
          await daemon.request('channels.create', { name: bare, ...(topic === undefined ? {} : { topic }) })
        const { identity } = await daemon.request('whoami', {})
        // Only members can write to a channel.
        await daemon.request('channels.join', { name: bare, session: identity.id })
      }
      for (const typed of bare === undefined ? [] : sessions) {
        const params = { name: bare ?? '', session: reference(typed) }
        await daemon.request(isLeaving ? 'channels.leave' : 'channels.join', params)
      }
      const [all, participants] = await Promise.all([
        daemon.request('channels.list', {}),
        daemon.request('participants', {}),
      ])
      const handles = new Map(participants.map(({ id, handle }) => [id, `@${handle}`]))
      return all
        .filter((one) => bare === undefined || one.name === bare)
        .map((one) => ({ ...one, members: one.members.map((id) => handles.get(id) ?? id) }))
    })
    output.data(channels, () => listText(channels, output.style))
    return 0
  },
}

function listText(channels: readonly ChannelRecord[], style: Style): string {
  if (channels.length === 0) return 'No channels. Try: capstan session channel <name> <session>…'
  return columns(
    channels.map(({ name, members, topic = '' }) => [style.bold(`#${name}`), members.join(' '), topic]),
    { indent: '' },
  )
}
