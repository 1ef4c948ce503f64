import { CapstanError } from '../../core/capstan-error.ts'
import type { ChannelRecord } from '../store/session-store.ts'
import type { RelayScope } from './scope.ts'
import type { RelayChannel, RelayChannelMember } from './types.ts'

export interface RelayChannels {
  list(options?: { includeArchived?: boolean }): Promise<RelayChannel[]>
  get(name: string): Promise<RelayChannel>
  /** Creates a channel with the caller as its first member. */
  create(input: { name: string; topic?: string | null; metadata?: Metadata }): Promise<RelayChannel>
  update(name: string, input: { topic?: string | null; metadata?: Metadata }): Promise<RelayChannel>
  /** Nobody can write into an archived channel. */
  archive(name: string): Promise<void>
  join(name: string): Promise<void>
  leave(name: string): Promise<void>
  invite(channel: string, agent: string): Promise<void>
  members(name: string): Promise<RelayChannelMember[]>
  /** The caller gets no messages of the channel until `unmute`. */
  mute(name: string): Promise<void>
  unmute(name: string): Promise<void>
}

type Metadata = Record<string, unknown>

export function relayChannels(scope: RelayScope): RelayChannels {
  const { sessions } = scope
  const channelOf = ({
    name,
    topic,
    metadata = {},
    members,
    muted = [],
    isArchived = false,
    createdAt,
  }: ChannelRecord): RelayChannel => ({
    id: name,
    name,
    ...(topic === undefined ? {} : { topic }),
    metadata: { ...metadata },
    createdAt: new Date(createdAt).toISOString(),
    archived: isArchived,
    memberCount: members.length,
    members: members.map((id) => ({
      agentId: id,
      agentName: scope.handleOf(id),
      role: 'member',
      muted: muted.includes(id),
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
    list: async ({ includeArchived = false } = {}) =>
      sessions.channels
        .list()
        .filter(({ isArchived }) => includeArchived || isArchived !== true)
        .map(channelOf),
    get: async (name) => find(name),
    create: async ({ name, topic, metadata }) => {
      const options = {
        members: [scope.id],
        ...(typeof topic === 'string' ? { topic } : {}),
        ...(metadata === undefined ? {} : { metadata }),
      }
      return channelOf(await sessions.durably(() => sessions.channels.create(name, options)))
    },
    join: async (name) => void (await sessions.durably(() => sessions.channels.join(name, scope.id))),
    leave: async (name) => void (await sessions.durably(() => sessions.channels.leave(name, scope.id))),
    invite: async (name, agent) => {
      const { id } = scope.record(agent).identity
      await sessions.durably(() => sessions.channels.join(name, id))
    },
    members: async (name) => find(name).members,
    update: async (name, { topic, metadata }) => {
      const change = {
        ...(topic === undefined ? {} : { topic }),
        ...(metadata === undefined ? {} : { metadata }),
      }
      return channelOf(await sessions.durably(() => sessions.channels.update(name, change)))
    },
    archive: async (name) =>
      void (await sessions.durably(() => sessions.channels.update(name, { isArchived: true }))),
    mute: async (name) => void (await sessions.durably(() => sessions.channels.mute(name, scope.id))),
    unmute: async (name) => void (await sessions.durably(() => sessions.channels.unmute(name, scope.id))),
  }
}
