import { CapstanError } from '../../core/capstan-error.ts'
import { nearestName } from '../../core/text/nearest-name.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { isHandle } from '../check/check-identity.ts'
import type { Directory } from '../directory.ts'
import type { SessionsContext } from '../context.ts'
import type { Sessions } from '../sessions.ts'
import type { ChannelRecord } from '../store/session-store.ts'

/** Creates, lists and changes channels. */
export function createChannels(context: SessionsContext, directory: Directory): Sessions['channels'] {
  const { store } = context
  const memberOf = (reference: string): string => {
    const record = directory.find(reference)
    if (record !== undefined) return record.identity.id
    throw new CapstanError(
      'UNKNOWN_SESSION',
      `Unknown participant ${reference}`,
      directory.hintsFor(reference),
    )
  }
  const change = (
    name: string,
    changeOf: (channel: ChannelRecord) => Partial<ChannelRecord>,
  ): ChannelRecord => {
    const channel = requireChannel(context, name)
    const changed = { ...channel, ...changeOf(channel) }
    store.putChannel(changed)
    return changed
  }
  return {
    create: (name, { topic, metadata, members = [] } = {}) => {
      const bare = bareChannel(name)
      if (!isHandle(bare)) {
        const message = 'must be at most 64 letters and digits, with . _ and - inside'
        throw new ValidationError(`The channel name ${message}`, [{ path: ['name'], message }])
      }
      if (store.channel(bare) !== undefined) {
        throw new CapstanError('CHANNEL_EXISTS', `The channel #${bare} already exists`, {
          hint: 'Join it, or choose another name.',
        })
      }
      const channel: ChannelRecord = {
        name: bare,
        ...(topic === undefined ? {} : { topic }),
        ...(metadata === undefined ? {} : { metadata }),
        members: [...new Set(members.map(memberOf))],
        createdAt: context.clock.now(),
      }
      store.putChannel(channel)
      return channel
    },
    join: (name, reference) => {
      const id = memberOf(reference)
      return change(name, ({ members }) => ({ members: [...new Set([...members, id])] }))
    },
    leave: (name, reference) => {
      const id = memberOf(reference)
      return change(name, ({ members, muted }) => ({
        members: members.filter((member) => member !== id),
        ...withoutMember(muted, id),
      }))
    },
    update: (name, { topic, ...given }) => {
      const { topic: before, ...channel } = requireChannel(context, name)
      const next = topic === undefined ? before : (topic ?? undefined)
      const changed = { ...channel, ...(next === undefined ? {} : { topic: next }), ...given }
      store.putChannel(changed)
      return changed
    },
    mute: (name, reference) => {
      const id = memberOf(reference)
      return change(name, (channel) => {
        requireMember(channel, id)
        return { muted: [...new Set([...(channel.muted ?? []), id])] }
      })
    },
    unmute: (name, reference) => {
      const id = memberOf(reference)
      return change(name, ({ muted }) => withoutMember(muted, id))
    },
    list: () => store.channels(),
  }
}

function withoutMember(muted: readonly string[] | undefined, id: string): Pick<ChannelRecord, 'muted'> {
  return muted === undefined ? {} : { muted: muted.filter((member) => member !== id) }
}

/** @throws CapstanError `NOT_A_MEMBER`. */
export function requireMember({ name, members }: ChannelRecord, id: string): void {
  if (members.includes(id)) return
  throw new CapstanError('NOT_A_MEMBER', `Only members of #${name} can write there or mute it`, {
    hint: 'Join it first with `channels.join`.',
    commandHint: `Run capstan session channel ${name} to join it.`,
  })
}

/** @throws CapstanError `UNKNOWN_RECIPIENT`. */
export function requireChannel({ store }: SessionsContext, name: string): ChannelRecord {
  const channel = store.channel(bareChannel(name))
  if (channel !== undefined) return channel
  const names = store.channels().map((each) => `#${each.name}`)
  const near = nearestName(`#${bareChannel(name)}`, names)
  const hints =
    near === undefined
      ? {
          hint: 'Create it first, or call `channels.list()` to list the channels.',
          commandHint: 'Run capstan session channel to list the channels.',
        }
      : { hint: `Did you mean ${near}?` }
  throw new CapstanError('UNKNOWN_RECIPIENT', `Unknown channel #${bareChannel(name)}`, hints)
}

/** Channel names are case-insensitive. */
function bareChannel(name: string): string {
  return (name.startsWith('#') ? name.slice(1) : name).toLowerCase()
}
