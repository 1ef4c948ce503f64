import type {
  AgentSession,
  AgentSessionCapabilities,
  MessageContext,
  MessageReceipt,
  ReportedEvent,
  SessionMessage,
} from '../../../src/sessions/index.ts'

/** A scripted session that records its messages. */
export interface FakeSession extends AgentSession {
  readonly received: { text: string; mode: string; reason: string; id: string }[]
  /** Emits an event; resolves when messages due at it are answered. */
  emit(event: ReportedEvent): void | Promise<void>
  isListenedTo(): boolean
}

export interface FakeOptions {
  handle: string
  id?: string
  capabilities?: AgentSessionCapabilities
  receive?: (message: SessionMessage, context: MessageContext) => MessageReceipt | Promise<MessageReceipt>
  methods?: Partial<Pick<AgentSession, 'release' | 'pause' | 'resume' | 'fork' | 'snapshot'>>
}

/** All capabilities that need no method. */
export const ableCapabilities: AgentSessionCapabilities = {
  messaging: { receive: true, send: true, attachments: ['text', 'image'] },
  delivery: { modes: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] },
  events: { emits: ['status.changed', 'tool.called', 'transcript.chunk'] },
  actions: { invoke: true, expose: true },
  lifecycle: { release: false },
}

/** The minimal example of the published document, verbatim. */
export const minimumCapabilities: AgentSessionCapabilities = {
  messaging: { receive: true },
  delivery: { modes: ['immediate'] },
  events: { emits: ['status.changed'] },
  lifecycle: { release: false },
}

export function fakeSession({
  handle,
  id = `ses_${handle}`,
  capabilities = ableCapabilities,
  receive,
  methods = {},
}: FakeOptions): FakeSession {
  const received: FakeSession['received'] = []
  let listener: ((event: ReportedEvent) => void | Promise<void>) | undefined
  const declared = Object.fromEntries(Object.keys(methods).map((name) => [name, true]))
  return {
    identity: { id, name: handle, handle },
    capabilities: { ...capabilities, lifecycle: { ...capabilities.lifecycle, ...declared } },
    received,
    receiveMessage: async (message, context) => {
      received.push({ text: message.text, mode: context.mode, reason: context.reason, id: context.id })
      return receive?.(message, context) ?? { status: 'delivered', deliveryId: context.id }
    },
    onEvent: (emit) => {
      listener = emit
      return () => {
        listener = undefined
      }
    },
    emit: (event) => listener?.(event),
    isListenedTo: () => listener !== undefined,
    ...methods,
  }
}
