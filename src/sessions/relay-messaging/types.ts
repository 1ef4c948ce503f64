import type { MessageAttachment } from '../messages/message.ts'

/** A participant in Relay's form; its name is the handle. */
export interface RelayAgent {
  id: string
  name: string
  type: 'agent' | 'human'
  status: 'online' | 'offline'
  persona?: string
  metadata: Record<string, unknown>
  createdAt: string
  channels: { id: string; name: string; role: 'member' }[]
}

export interface RelayAgentInput {
  name: string
  type?: 'agent' | 'human' | 'system' | undefined
  persona?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

export interface RelayRegistration {
  id: string
  name: string
  /** Identifies the participant in `forToken`; valid in this process. */
  token: string
  status: 'online'
  createdAt: string
}

export interface RelayChannelMember {
  agentId: string
  agentName: string
  role: 'member'
  muted: boolean
}

export interface RelayChannel {
  id: string
  name: string
  topic?: string
  metadata: Record<string, unknown>
  createdAt: string
  archived: boolean
  memberCount: number
  members: RelayChannelMember[]
}

export interface RelayReaction {
  emoji: string
  count: number
  /** Handles. */
  agents: string[]
}

/** A message in Relay's form; handles stand for names. */
export interface RelayMessageData {
  id: string
  messageId: string
  kind: 'channel' | 'dm' | 'group_dm' | 'thread_reply'
  text: string
  from: { id: string; name: string }
  target?: { kind: 'channel'; channelName: string } | { kind: 'dm' | 'group_dm'; conversationId: string }
  channel?: { id: string; name: string }
  conversationId: string
  threadId?: string
  parentId?: string
  createdAt: string
  metadata?: Record<string, unknown>
  attachments?: MessageAttachment[]
  replyCount?: number
  reactions: RelayReaction[]
  readByCount: number
  mentions: string[]
}

/** The content of a message to send. Attachments other than text and images are refused. */
export interface RelayContent {
  text: string
  blocks?: Record<string, unknown>[] | undefined
  attachments?: readonly unknown[] | undefined
  /** `steer` interrupts the recipient (`immediate`); otherwise it gets the message when it is idle. */
  mode?: 'wait' | 'steer' | undefined
  idempotencyKey?: string | undefined
}

export interface RelayRange {
  limit?: number
  before?: string
  after?: string
}

export interface RelayReadReceipt {
  messageId: string
  agentId: string
  agentName: string
  readAt: string
}

export interface RelaySearchResult {
  id: string
  channelName: string
  agentName: string
  text: string
  createdAt: string
  relevanceScore: number
}

export interface RelayInboxItem {
  /** The id of the delivery. */
  id: string
  recipient: { name: string; id: string; type: 'agent' | 'human' }
  state: 'queued' | 'delivered' | 'read'
  attempts: number
  availableAt: string
  message: RelayMessageData
}

export type RelayDeliveryResult =
  | {
      supported: true
      action: 'ack'
      deliveryId: string
      messageId: string
      state: 'delivered' | 'read'
    }
  | { supported: false; action: 'ack' | 'fail' | 'defer'; messageId: string; reason: string }

export type RelayEvent =
  | { type: 'messageCreated'; channel: string; message: RelayMessageData }
  | { type: 'threadReply'; channel: string; parentId: string; message: RelayMessageData }
  | { type: 'dmReceived' | 'groupDmReceived'; conversationId: string; message: RelayMessageData }
  | { type: 'agentOnline' | 'agentOffline'; agent: { name: string } }
  | { type: 'messageRead'; messageId: string; agentName: string; readAt: string }
  | { type: 'reactionAdded' | 'reactionRemoved'; messageId: string; emoji: string; agentName: string }
  | { type: 'connected' | 'disconnected' }
