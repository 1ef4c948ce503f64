import { reactionIn } from '../messages/reactions.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { LoggedEvent } from '../store/session-store.ts'
import type { RelayScope } from './scope.ts'
import type { RelayEvent } from './types.ts'

type Handler = (event: RelayEvent) => unknown

export interface RelayEvents {
  connect(): void
  disconnect(): Promise<void>
  /** Only events of these channels, beside direct messages. Default: of all channels. */
  subscribe(channels: readonly string[]): void
  unsubscribe(channels: readonly string[]): void
  /** `any` receives every event. Returns a function that unsubscribes. */
  on(event: string, handler: (event: never) => unknown): () => void
}

/** The events that one participant sees: messages it sent or received, reactions to them, and who is online. */
export class RelayEventSource implements RelayEvents {
  readonly #scope: RelayScope
  readonly #handlers = new Map<string, Set<Handler>>()
  #channels: Set<string> | undefined
  #end: (() => void) | undefined

  constructor(scope: RelayScope) {
    this.#scope = scope
  }

  connect(): void {
    if (this.#end !== undefined) return
    this.#end = this.#scope.sessions.events.on({ type: '*' }, (entry) => {
      for (const event of this.#read(entry)) this.emit(event)
    })
    this.emit({ type: 'connected' })
  }

  async disconnect(): Promise<void> {
    if (this.#end === undefined) return
    this.#end()
    this.#end = undefined
    this.emit({ type: 'disconnected' })
  }

  subscribe(channels: readonly string[]): void {
    this.#channels ??= new Set()
    for (const channel of channels) this.#channels.add(channel.replace(/^#/, ''))
  }

  unsubscribe(channels: readonly string[]): void {
    for (const channel of channels) this.#channels?.delete(channel.replace(/^#/, ''))
  }

  on(event: string, handler: (event: never) => unknown): () => void {
    const handlers = this.#handlers.get(event) ?? new Set()
    this.#handlers.set(event, handlers)
    handlers.add(handler as Handler)
    return () => void handlers.delete(handler as Handler)
  }

  /** Emits an event to the handlers of its type and of `any`. */
  emit(event: RelayEvent): void {
    for (const type of [event.type, 'any'])
      for (const handler of this.#handlers.get(type) ?? []) handler(event)
  }

  #read({ session, event }: LoggedEvent): RelayEvent[] {
    const name = (): string => this.#scope.handleOf(session)
    if (event.type === 'message.sent') return this.#sent(event.messageId)
    if (event.type === 'session.started' || event.type === 'session.resumed')
      return [{ type: 'agentOnline', agent: { name: name() } }]
    const isGone = event.type === 'status.changed' && ['offline', 'failed', 'released'].includes(event.status)
    return isGone ? [{ type: 'agentOffline', agent: { name: name() } }] : []
  }

  #sent(messageId: string): RelayEvent[] {
    const message = this.#visible(messageId)
    if (message === undefined) return []
    const reaction = reactionIn(message)
    if (reaction !== undefined) {
      const { messageId: on, emoji, isAdded } = reaction
      const type = isAdded ? 'reactionAdded' : 'reactionRemoved'
      const about = { messageId: on, emoji, agentName: message.from.handle }
      return this.#visible(on) === undefined ? [] : [{ type, ...about }]
    }
    const channel = message.channel?.name
    if (channel !== undefined && this.#channels?.has(channel) === false) return []
    return [this.#messageEvent(message, channel)]
  }

  #messageEvent(message: SessionMessage, channel: string | undefined): RelayEvent {
    const { parentId, kind, conversationId } = message
    const data = this.#scope.message(message)
    if (parentId !== undefined)
      return { type: 'threadReply', channel: channel ?? '', parentId, message: data }
    if (channel !== undefined) return { type: 'messageCreated', channel, message: data }
    return { type: kind === 'group_dm' ? 'groupDmReceived' : 'dmReceived', conversationId, message: data }
  }

  /** A reaction has no recipients: everyone sees it who sees the message. */
  #visible(messageId: string): SessionMessage | undefined {
    const { sessions, id } = this.#scope
    return sessions.messages.find(id, messageId)
  }
}
