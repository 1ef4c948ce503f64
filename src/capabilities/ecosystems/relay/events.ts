import type { AgentStatus } from './types.ts'

export type TranscriptChunk = {
  id: string
  at: Date
  role: 'agent' | 'user' | 'system' | 'tool'
  content: string
  sequence: number
  metadata?: Record<string, unknown>
}

/** The capabilities that a Relay session reports. */
export type AgentSessionEvent =
  | { type: 'status.changed'; status: AgentStatus; previousStatus?: AgentStatus; reason?: string }
  | { type: 'tool.called'; run?: string; tool: string; input?: unknown }
  | { type: 'tool.completed'; run?: string; tool: string; output?: unknown; durationMs?: number }
  | { type: 'tool.failed'; run?: string; tool: string; error: string; retryable?: boolean }
  | { type: 'tool.output'; run?: string; tool: string; output: string }
  | { type: 'message.received'; messageId: string; deliveryId?: string }
  | { type: 'message.sent'; messageId: string }
  | { type: 'delivery.accepted'; deliveryId: string; messageId: string }
  | { type: 'delivery.delivered'; deliveryId: string; messageId: string }
  | {
      type: 'delivery.deferred'
      deliveryId: string
      messageId: string
      availableAt: Date | string
      reason?: string
    }
  | { type: 'delivery.failed'; deliveryId: string; messageId: string; reason: string; retryable?: boolean }
  | { type: 'action.invoked'; action: string; invocationId: string }
  | { type: 'action.completed'; action: string; invocationId: string; durationMs?: number }
  | { type: 'action.failed'; action: string; invocationId: string; error: string; retryable?: boolean }
  | { type: 'action.denied'; action: string; invocationId: string; reason: string }
  | { type: 'transcript.chunk'; chunk: TranscriptChunk }
  | { type: 'file.changed'; path: string; operation: 'create' | 'update' | 'delete'; diff?: string }
  | { type: 'command.started'; command: string; cwd?: string }
  | { type: 'command.completed'; command: string; exitCode?: number; durationMs?: number }
  | { type: 'command.failed'; command: string; error: string; exitCode?: number }
  | { type: 'terminal.output'; stream?: 'stdout' | 'stderr' | 'combined'; text: string }
  | { type: 'terminal.screen'; text: string; rows?: number; cols?: number }
  | { type: 'usage.updated'; tokens?: number; costUsd?: number; metadata?: Record<string, unknown> }
  | { type: 'session.started'; sessionId: string }
  | { type: 'session.released'; sessionId: string; reason?: string }
  | { type: 'session.resumed'; sessionId: string }
  | { type: 'session.forked'; sessionId: string; parentSessionId: string }
  | { type: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string }
  | { type: 'error'; error: string; code?: string; retryable?: boolean }
