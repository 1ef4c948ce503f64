import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { SessionMessage } from '../messages/message.ts'

/** Fields that the published package allows on every event. */
interface Published<Type extends string> {
  type: Type
  at?: Date | string
  metadata?: Record<string, unknown>
}

/**
 * An event that a session may report: in the documented shape, or in the shape of the published package where that
 * differs.
 */
export type ReportedEvent =
  | AgentSessionEvent
  | (Published<'status.idle' | 'status.active' | 'status.blocked' | 'status.waiting' | 'status.offline'> & {
      reason?: string
    })
  | (Published<'message.received' | 'message.sent'> & { message: Pick<SessionMessage, 'id'> })
  | (Published<'delivery.accepted' | 'delivery.delivered'> & { messageId: string; deliveryId?: string })
  | (Published<'delivery.deferred'> & {
      messageId: string
      deliveryId?: string
      availableAt: Date | string
      reason?: string
    })
  | (Published<'delivery.failed'> & {
      messageId: string
      deliveryId?: string
      reason: string
      retryable?: boolean
    })
  | (Published<'tool.output'> & { run?: string; tool?: string; output: unknown })
  | (Published<'action.invoked' | 'action.completed'> & { action: string })
  | (Published<'action.failed'> & { action: string; error: string })
  | (Published<'action.denied'> & { action: string; reason?: string })
  | (Published<'transcript.chunk'> & {
      chunk: {
        id: string
        at?: Date | string
        role: 'agent' | 'user' | 'system' | 'tool'
        content: string
        sequence?: number
        metadata?: Record<string, unknown>
      }
    })
  | (Published<'command.completed'> & { command?: string; exitCode?: number; durationMs?: number })
  | (Published<'command.failed'> & {
      command?: string
      error: string
      exitCode?: number
      durationMs?: number
    })
  | (Published<'terminal.screen'> & { text: string; rows?: number; columns?: number })
  | (Published<'usage.updated'> & { usage: Record<string, number | string | boolean | null> })
  | (Published<'session.started' | 'session.released' | 'session.resumed'> & { reason?: string })
  | (Published<'session.forked'> & { child: { id: string } })
  | (Published<'log'> & { level?: 'debug' | 'info' | 'warn' | 'error'; message: string })

/** Event types that select one status each. */
export const statusSelectors: Readonly<Record<string, AgentStatus>> = {
  'status.idle': 'idle',
  'status.active': 'active',
  'status.blocked': 'blocked',
  'status.waiting': 'waiting',
  'status.offline': 'offline',
}
