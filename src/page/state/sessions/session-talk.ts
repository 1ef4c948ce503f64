import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import type { InboxItem } from '../../../sessions/participant.ts'
import { eventText } from './event-text.ts'

/** An entry of a session's conversation. */
export type TalkEntry =
  | {
      readonly kind: 'message'
      readonly id: string
      readonly at: number
      readonly text: string
      /** The sender; undefined for the user. */
      readonly from?: string
      /** State of the delivery; undefined for a prompt, which needs none. */
      readonly delivery?: string
    }
  | { readonly kind: 'reply' | 'thinking'; readonly id: string; readonly at: number; readonly text: string }
  | {
      readonly kind: 'step'
      readonly id: string
      readonly at: number
      readonly text: string
      readonly isError: boolean
    }

type TranscriptChunk = Extract<LoggedEvent['event'], { type: 'transcript.chunk' }>['chunk']

/** Events of a conversation besides messages. */
const steps = new Set<string>(['tool.called', 'tool.failed', 'file.changed', 'command.failed', 'error'])
const failures = new Set<string>(['tool.failed', 'command.failed', 'error'])

/** How text of other participants begins in a prompt (`sessions/agent/message-block.ts`). */
const quotedMessage = /^Message msg_\S+ from @/

/** The handle of the person at the page. */
const user = 'user'

/** States whose names say too little. */
const deliveryWords: Readonly<Record<string, string>> = { pending: 'queued', dead: 'undelivered' }

/** The conversation of a session, in order: messages to it, what the agent said and did. */
export function talkOf(log: readonly LoggedEvent[], inbox: readonly InboxItem[]): TalkEntry[] {
  const received = receptionsIn(log)
  const messages = inbox.map(({ message, delivery }): TalkEntry => ({
    kind: 'message',
    id: message.id,
    // A message that is not delivered yet is the last one.
    at:
      placeOf(received.get(message.id), delivery.createdAt) ??
      (delivery.state === 'delivered' ? delivery.createdAt : Number.MAX_VALUE),
    text: message.text,
    ...(message.from.handle === user ? {} : { from: `@${message.from.handle}` }),
    delivery: deliveryWords[delivery.state] ?? delivery.state,
  }))
  const said = new Set(inbox.map(({ message }) => message.text.trim()))
  const spoken = log.reduce<TalkEntry[]>((entries, entry) => withSpoken(entries, entry, said), [])
  return [...messages, ...spoken].toSorted((one, other) => one.at - other.at)
}

interface Reception {
  readonly at: number
  /** When the turn began in which the agent received the message. */
  readonly turnAt: number
}

/** When the agent received each message, by the id of the message. */
function receptionsIn(log: readonly LoggedEvent[]): ReadonlyMap<string, Reception> {
  const received = new Map<string, Reception>()
  let turnAt = Number.NEGATIVE_INFINITY
  for (const { event, at } of log) {
    if (event.type === 'status.changed' && event.status === 'active') turnAt = at
    if (event.type === 'message.received') received.set(event.messageId, { at, turnAt })
  }
  return received
}

/** A message that began a turn is before the reply: the agent may confirm it only with the end of a short turn. */
function placeOf(received: Reception | undefined, createdAt: number): number | undefined {
  if (received === undefined) return undefined
  return createdAt <= received.turnAt ? received.turnAt : received.at
}

function withSpoken(entries: TalkEntry[], { event, at, cursor }: LoggedEvent, said: ReadonlySet<string>) {
  if (event.type === 'transcript.chunk') return withChunk(entries, event.chunk, { at, said })
  if (!steps.has(event.type)) return entries
  const step = { kind: 'step', id: `step:${cursor}`, at, text: eventText(event) } as const
  return [...entries, { ...step, isError: failures.has(event.type) }]
}

function withChunk(
  entries: TalkEntry[],
  { id, role, content, metadata }: TranscriptChunk,
  { at, said }: { at: number; said: ReadonlySet<string> },
): TalkEntry[] {
  if (role === 'user') {
    // Many agents repeat their prompt; messages are shown as they were sent.
    const isShown = said.has(content.trim()) || quotedMessage.test(content)
    return isShown ? entries : [...entries, { kind: 'message', id, at, text: content }]
  }
  if (role !== 'agent') return entries
  const kind = metadata?.['thinking'] === true ? 'thinking' : 'reply'
  const last = entries.at(-1)
  const messageId = typeof metadata?.['messageId'] === 'string' ? metadata['messageId'] : id
  const continues = last?.kind === kind && last.id === `${kind}:${messageId}`
  if (!continues) return [...entries, { kind, id: `${kind}:${messageId}`, at, text: content }]
  return [...entries.slice(0, -1), { ...last, text: last.text + content }]
}
