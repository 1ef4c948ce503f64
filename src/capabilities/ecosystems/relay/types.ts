/** The boundary at which a message reaches a session. */
export type DeliveryMode = 'immediate' | 'next-message' | 'next-tool-call' | 'on-idle' | 'manual'

/** The capabilities of a session: messages, events, actions, tools and release. */
export type AgentSessionCapabilities = {
  messaging: {
    receive: true
    send?: boolean
    attachments?: Array<'text' | 'image'>
  }
  delivery: {
    modes: DeliveryMode[]
    /** Whether a session can accept work now and deliver it later, with receipts. */
    queue?: boolean
  }
  events: {
    emits: AgentSessionEventType[]
  }
  actions?: {
    invoke?: boolean
    expose?: boolean
  }
  lifecycle: {
    release: boolean
    pause?: boolean
    resume?: boolean
    fork?: boolean
    snapshot?: boolean
  }
}

export type AgentStatus =
  | 'starting'
  | 'active'
  | 'idle'
  | 'waiting'
  | 'blocked'
  | 'paused'
  | 'releasing'
  | 'released'
  | 'offline'
  | 'failed'

export const deliveryModes = [
  'immediate',
  'next-message',
  'next-tool-call',
  'on-idle',
  'manual',
] as const satisfies DeliveryMode[]

export const sessionEventTypes = [
  'status.changed',
  'status.idle',
  'status.active',
  'status.blocked',
  'status.waiting',
  'status.offline',
  'tool.called',
  'tool.completed',
  'tool.failed',
  'tool.output',
  'message.received',
  'message.sent',
  'delivery.accepted',
  'delivery.delivered',
  'delivery.deferred',
  'delivery.failed',
  'action.invoked',
  'action.completed',
  'action.failed',
  'action.denied',
  'transcript.chunk',
  'file.changed',
  'command.started',
  'command.completed',
  'command.failed',
  'terminal.output',
  'terminal.screen',
  'usage.updated',
  'session.started',
  'session.released',
  'session.resumed',
  'session.forked',
  'log',
  'error',
] as const

/** The events that a session can report; `status.*` types other than `status.changed` select one status. */
export type AgentSessionEventType = (typeof sessionEventTypes)[number]
