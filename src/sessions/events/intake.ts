import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { DeliveryScheduler } from '../delivery-scheduler.ts'
import type { SessionsContext } from '../context.ts'
import { readEvent } from './read-event.ts'

export interface IntakeOptions {
  context: SessionsContext
  scheduler: DeliveryScheduler
  sessionId: string
  capabilities: () => AgentSessionCapabilities
  onStatus: (status: AgentStatus, reason: string | undefined) => void
}

/** Processes the events that a session reports: logs them, acts on them and drops invalid ones with a log entry. */
export class Intake {
  readonly #options: IntakeOptions
  /** Dropped events by type. */
  readonly #dropped = new Map<string, number>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Resolves when messages due at this event have been answered. */
  async take(reported: unknown): Promise<void> {
    const { context, sessionId } = this.#options
    try {
      const reading = readEvent(reported, { now: context.clock.now(), sessionId })
      if ('fault' in reading) this.#drop('invalid event', reading.fault)
      else await this.#takeEvent(reading.event)
    } catch (error) {
      context.warn(`Could not process an event from ${sessionId}`, error)
    }
  }

  async #takeEvent(event: AgentSessionEvent): Promise<void> {
    const { context, scheduler, sessionId, capabilities, onStatus } = this.#options
    const { type } = event
    if (!capabilities().events.emits.includes(type)) {
      this.#drop(type, `the session does not declare ${type}`)
      return
    }
    switch (type) {
      case 'status.changed':
        onStatus(event.status, event.reason)
        return
      case 'session.released':
        onStatus('released', event.reason)
        return
      case 'delivery.accepted':
      case 'delivery.delivered':
      case 'delivery.deferred':
      case 'delivery.failed':
        if (!scheduler.answered(sessionId, event)) {
          this.#drop(type, `${type} names no open delivery of the session`)
        }
        return
      case 'message.received':
      case 'message.sent':
      case 'action.invoked':
      case 'action.completed':
      case 'action.failed':
      case 'action.denied':
      case 'session.started':
      case 'session.resumed':
      case 'session.forked':
        // The part of Capstan that performs the action emits the event.
        this.#drop(type, `only Capstan emits ${type}`, 'debug')
        return
      case 'tool.called':
        try {
          context.log.append(sessionId, event)
        } finally {
          await scheduler.reached(sessionId, 'next-tool-call')
        }
        return
      case 'tool.completed':
      case 'tool.failed':
      case 'tool.output':
      case 'transcript.chunk':
      case 'file.changed':
      case 'command.started':
      case 'command.completed':
      case 'command.failed':
      case 'terminal.output':
      case 'terminal.screen':
      case 'usage.updated':
      case 'log':
      case 'error':
        context.log.append(sessionId, event)
    }
  }

  /** Logs the 1st, 10th, 100th … dropped event of a kind. */
  #drop(what: string, why: string, level: 'debug' | 'warn' = 'warn'): void {
    const { context, sessionId } = this.#options
    const count = (this.#dropped.get(what) ?? 0) + 1
    this.#dropped.set(what, count)
    if (!Number.isInteger(Math.log10(count))) return
    const times = count === 1 ? '' : ` (${count} times)`
    context.log.append(sessionId, { type: 'log', level, message: `Dropped an event: ${why}${times}` })
  }
}
