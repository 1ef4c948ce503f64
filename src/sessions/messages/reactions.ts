import { ValidationError } from '../../core/validation-error.ts'
import type { SessionsContext } from '../context.ts'
import type { AgentIdentity } from '../identity.ts'
import type { MessageReactions } from './message-archive.ts'
import type { SessionMessage } from './message.ts'

const longestEmoji = 64

/** A change of a reaction, stored as a message without recipients, so that every store keeps it. */
export interface ReactionChange {
  messageId: string
  emoji: string
  isAdded: boolean
}

/** The change that a stored message describes; undefined for an ordinary message. */
export function reactionIn({
  conversationId,
  parentId,
  metadata,
}: SessionMessage): ReactionChange | undefined {
  const change = metadata?.['reaction']
  if (parentId === undefined || conversationId !== conversationOf(parentId)) return undefined
  if (change !== 'added' && change !== 'removed') return undefined
  return { messageId: parentId, emoji: String(metadata?.['emoji']), isAdded: change === 'added' }
}

export function reactionsTo({ store }: SessionsContext, messageId: string): MessageReactions[] {
  const found = new Map<string, Set<string>>()
  for (const message of store.messages({ conversationId: conversationOf(messageId) })) {
    const change = reactionIn(message)
    if (change === undefined) continue
    const by = found.get(change.emoji) ?? new Set()
    if (change.isAdded) by.add(message.from.id)
    else by.delete(message.from.id)
    found.set(change.emoji, by)
  }
  return Array.from(found, ([emoji, by]) => ({ emoji, by: [...by] })).filter(({ by }) => by.length > 0)
}

/** Stores a change, unless the reaction already is so. */
export function changeReaction(
  context: SessionsContext,
  {
    identity,
    message,
    emoji,
    isAdded,
  }: Omit<ReactionChange, 'messageId'> & {
    identity: AgentIdentity
    message: SessionMessage
  },
): void {
  const { store, clock, log, createId, requireOpen } = context
  requireOpen()
  requireEmoji(emoji)
  const isPresent = reactionsTo(context, message.id).some(
    (reaction) => reaction.emoji === emoji && reaction.by.includes(identity.id),
  )
  if (isPresent === isAdded) return
  const id = createId('msg')
  const change: SessionMessage = {
    id,
    messageId: id,
    kind: 'thread_reply',
    text: emoji,
    from: { id: identity.id, name: identity.name, handle: identity.handle },
    to: [],
    conversationId: conversationOf(message.id),
    parentId: message.id,
    mentions: [],
    attachments: [],
    createdAt: new Date(clock.now()).toISOString(),
    metadata: { reaction: isAdded ? 'added' : 'removed', emoji },
  }
  log.transaction(() => {
    store.addMessage(change, [])
    log.append(identity.id, { type: 'message.sent', messageId: id })
  })
}

function conversationOf(messageId: string): string {
  return `reactions:${messageId}`
}

function requireEmoji(emoji: unknown): void {
  if (typeof emoji === 'string' && emoji.trim() !== '' && emoji.length <= longestEmoji) return
  const message = `must be text of 1 to ${longestEmoji} characters`
  throw new ValidationError(`The reaction ${message}`, [{ path: ['emoji'], message }])
}
