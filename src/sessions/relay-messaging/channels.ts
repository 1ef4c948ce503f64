import { CapstanError } from '../../core/capstan-error.ts'
import type { ChannelRecord } from '../store/session-store.ts'
import { type RelayScope, unsupported } from './scope.ts'
import type { RelayChannel, RelayChannelMember } from './types.ts'

export interface RelayChannels {
  list(): Promise<RelayChannel[]>
  get(name: string): Promise<RelayChannel>
  /** Creates a channel with the caller as its first member. Metadata is not stored. */
  create(input: { name: string; topic?: string | null }): Promise<RelayChannel>
  join(name: string): Promise<void>
  leave(name: string): Promise<void>
  invite(channel: string, agent: string): Promise<void>
  members(name: string): Promise<RelayChannelMember[]>
  update(): Promise<never>
  archive(): Promise<never>
  mute(): Promise<never>
  unmute(): Promise<never>
}

export function relayChannels(scope: RelayScope): RelayChannels {
  const { sessions } = scope
  const channelOf = ({ name, topic, members, createdAt }: ChannelRecord): RelayChannel => ({
    id: name,
    name,
    ...(topic === undefined ? {} : { topic }),
    metadata: {},
    createdAt: new Date(createdAt).toISOString(),
    archived: false,
    memberCount: members.length,
    members: members.map((id) => ({
      agentId: id,
      agentName: scope.handleOf(id),
      role: 'member',
      muted: false,
    })),
  })
  const find = (name: string): RelayChannel => {
    const bare = name.replace(/^#/, '').toLowerCase()
    const found = sessions.channels.list().find((channel) => channel.name === bare)
    if (found !== undefined) return channelOf(found)
    throw new CapstanError('UNKNOWN_RECIPIENT', `Unknown channel #${bare}`, {
      hint: 'Create it first, or call `channels.list()` to list the channels.',
    })
  }
  return {
    list: async () => sessions.channels.list().map(channelOf),
    get: async (name) => find(name),
    create: async ({ name, topic }) => {
      const options = { members: [scope.id], ...(typeof topic === 'string' ? { topic } : {}) }
      return channelOf(await sessions.durably(() => sessions.channels.create(name, options)))
    },
    join: async (name) => void (await sessions.durably(() => sessions.channels.join(name, scope.id))),
    leave: async (name) => void (await sessions.durably(() => sessions.channels.leave(name, scope.id))),
    invite: async (name, agent) => {
      const { id } = scope.record(agent).identity
      await sessions.durably(() => sessions.channels.join(name, id))
    },
    members: async (name) => find(name).members,
    update: unsupported('channels.update'),
    archive: unsupported('channels.archive'),
    mute: unsupported('channels.mute'),
    unmute: unsupported('channels.unmute'),
  }
}
