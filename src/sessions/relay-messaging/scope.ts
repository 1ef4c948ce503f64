import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentIdentity } from '../identity.ts'
import type { MessageAttachment, SessionMessage } from '../messages/message.ts'
import type { Participant } from '../participant.ts'
import type { Sessions } from '../sessions.ts'
import type { ParticipantRecord } from '../store/session-store.ts'
import type { RelayMessageData, RelayReaction } from './types.ts'

/** The sessions, and the participant that the caller acts as. */
export class RelayScope {
  readonly sessions: Sessions
  readonly self: Participant

  constructor(sessions: Sessions, self: Participant) {
    this.sessions = sessions
    this.self = self
  }

  get id(): string {
    return this.self.identity.id
  }

  /** By handle or name, with or without `@`, or by id. @throws CapstanError `UNKNOWN_SESSION`. */
  record(name: string): ParticipantRecord {
    const handle = name.replace(/^@/, '').toLowerCase()
    const records = this.sessions.records().filter(({ status }) => status !== 'released')
    const found = records.find(
      ({ identity }) => identity.handle.toLowerCase() === handle || identity.id === name,
    )
    if (found !== undefined) return found
    throw new CapstanError('UNKNOWN_SESSION', `Unknown participant ${JSON.stringify(name)}`, {
      hint: 'Call `agents.list()` to list the names.',
    })
  }

  handleOf(id: string): string {
    return this.sessions.records().find(({ identity }) => identity.id === id)?.identity.handle ?? id
  }

  reactions(messageId: string): RelayReaction[] {
    return this.sessions.messages.reactions(this.id, messageId).map(({ emoji, by }) => ({
      emoji,
      count: by.length,
      agents: by.map((id) => this.handleOf(id)),
    }))
  }

  message(message: SessionMessage): RelayMessageData {
    const { id, kind, text, from, channel, conversationId, threadId, parentId, createdAt, metadata } = message
    const replies = this.self.thread(id).length - 1
    return {
      id,
      messageId: id,
      kind,
      text,
      from: senderOf(from),
      ...targetOf(message),
      ...(channel === undefined ? {} : { channel: { id: channel.name, name: channel.name } }),
      conversationId,
      ...(threadId === undefined ? { replyCount: replies } : { threadId }),
      ...(parentId === undefined ? {} : { parentId }),
      createdAt,
      ...(metadata === undefined ? {} : { metadata }),
      ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
      reactions: this.reactions(id),
      readByCount: this.sessions.messages.readers(this.id, id).length,
      mentions: message.mentions.map((mention) => this.handleOf(mention)),
    }
  }
}

function senderOf({ id, handle }: Pick<AgentIdentity, 'id' | 'handle'>): { id: string; name: string } {
  return { id, name: handle }
}

function targetOf({ channel, kind, conversationId }: SessionMessage): Pick<RelayMessageData, 'target'> {
  if (channel !== undefined) return { target: { kind: 'channel', channelName: channel.name } }
  return kind === 'thread_reply'
    ? {}
    : { target: { kind: kind === 'dm' ? 'dm' : 'group_dm', conversationId } }
}

/** Checked by the sessions when the message is sent. */
export function attachmentsOf(attachments: readonly unknown[] | undefined): {
  attachments?: MessageAttachment[]
} {
  return attachments === undefined ? {} : { attachments: attachments as MessageAttachment[] }
}

/** A call of Relay that these sessions do not serve. */
export function unsupported(call: string): () => Promise<never> {
  return () =>
    Promise.reject(
      new CapstanError('RELAY_UNSUPPORTED', `Sessions do not support ${call} of Relay`, {
        hint: 'See the table of supported calls in docs/sessions.md.',
      }),
    )
}
