import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { requireChannel, requireMember } from './channels.ts'
import { isListOfText } from '../check/check-message.ts'
import { bareHandle } from '../check/check-identity.ts'
import type { Directory } from '../directory.ts'
import type { SessionsContext } from '../context.ts'
import type { MessageKind } from './message.ts'
import type { Address } from '../participant.ts'

export interface Destination {
  kind: MessageKind
  channel?: { name: string }
  /** Unique ids, without the sender. */
  recipients: readonly string[]
  conversationId: string
}

/** Resolves an address. @throws CapstanError `UNKNOWN_RECIPIENT`, `NOT_A_MEMBER` or `NO_RECIPIENT`. */
export function resolveAddress(
  to: Address,
  { context, directory, sender }: { context: SessionsContext; directory: Directory; sender: string },
): Destination {
  const isPresent = (id: string): boolean => directory.record(id)?.status !== 'released'
  if (typeof to === 'string' && to.startsWith('#')) {
    const channel = requireChannel(context, to)
    const { name, members, muted = [], isArchived } = channel
    requireMember(channel, sender)
    if (isArchived === true) {
      throw new CapstanError('UNKNOWN_RECIPIENT', `The channel #${name} is archived`, {
        hint: 'Write to another channel.',
      })
    }
    const recipients = members.filter((id) => id !== sender && isPresent(id) && !muted.includes(id))
    return { kind: 'channel', channel: { name }, recipients, conversationId: `channel:${name}` }
  }
  const references: unknown = typeof to === 'string' ? [to] : to
  if (!isListOfText(references)) {
    const message = 'must be a handle, a channel or a list of handles'
    throw new ValidationError(`The address ${message}`, [{ path: ['to'], message }])
  }
  const ids = references.map((reference) => recipientId(reference, directory))
  const recipients = [...new Set(ids)].filter((id) => id !== sender)
  if (recipients.length === 0) throw noRecipient()
  const conversation = [sender, ...recipients].toSorted().join(',')
  return recipients.length === 1
    ? { kind: 'dm', recipients, conversationId: `dm:${conversation}` }
    : { kind: 'group_dm', recipients, conversationId: `group:${conversation}` }
}

/** Resolves an id or `@handle`. @throws CapstanError `UNKNOWN_RECIPIENT`. */
export function recipientId(reference: string, directory: Directory): string {
  const record = directory.find(reference)
  if (record !== undefined) return record.identity.id
  throw new CapstanError(
    'UNKNOWN_RECIPIENT',
    `Unknown participant ${JSON.stringify(reference)}`,
    directory.hintsFor(reference),
  )
}

/** The error for an address without recipients. */
export function noRecipient(): CapstanError {
  return new CapstanError('NO_RECIPIENT', 'A message needs a recipient other than its sender', {
    hint: 'Address a participant as `@handle` or a channel as `#name`.',
  })
}

/** An `@` that is not inside a word, and the handle after it. */
const mention = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu

/** Ids of the participants mentioned in the text, in order, and of those in `named`. */
export function mentionedIn(text: string, directory: Directory, named: readonly string[] = []): string[] {
  const found = text.includes('@') ? text.matchAll(mention) : []
  const inText = Array.from(found, ([, handle = '']) => longestHandle(handle, directory))
  const beside = named.map((handle) => {
    const reference = handle.startsWith('@') ? handle : `@${bareHandle(handle)}`
    return recipientId(directory.find(handle) === undefined ? reference : handle, directory)
  })
  return [...new Set([...inText, ...beside])].filter((id) => id !== undefined)
}

/** `@ann.` means Ann at the end of a sentence, unless a participant has that handle. */
function longestHandle(text: string, directory: Directory): string | undefined {
  for (let handle = text; handle !== '';) {
    const record = directory.find(`@${handle}`)
    if (record !== undefined) return record.identity.id
    const shorter = handle.replace(/[._-][\p{L}\p{N}]*$/u, '')
    if (shorter === handle) return undefined
    handle = shorter
  }
  return undefined
}
