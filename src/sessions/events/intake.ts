import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { DeliveryScheduler } from '../delivery-scheduler.ts'
import type { SessionsContext } from '../context.ts'
import { readEvent } from './read-event.ts'

/** What the intake needs to know of the session, and whom it tells of its status. */
export interface IntakeOptions {
  host: SessionsContext
  scheduler: DeliveryScheduler
  sessionId: string
  capabilities: () => AgentSessionCapabilities
  onStatus: (status: AgentStatus, reason: string | undefined) => void
}

/** Takes what a session reports: logs it, acts on it, and says so where it is not as declared. */
export class Intake {
  readonly #options: IntakeOptions
  /** How often something was dropped, by what it was. */
  readonly #dropped = new Map<string, number>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Resolves when what was due at this event has been answered. */
  async take(reported: unknown): Promise<void> {
    const { host, sessionId } = this.#options
    try {
      const reading = readEvent(reported, { now: host.clock.now(), sessionId })
      if ('fault' in reading) this.#drop('event that is none', reading.fault)
      else await this.#takeEvent(reading.event)
    } catch (error) {
      host.warn(`An event of ${sessionId} could not be taken`, error)
    }
  }

  async #takeEvent(event: AgentSessionEvent): Promise<void> {
    const { host, scheduler, sessionId, capabilities, onStatus } = this.#options
    const { type } = event
    if (!capabilities().events.emits.includes(type)) {
      this.#drop(type, `${type} is not among the events that the session declares`)
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
          this.#drop(type, `${type} is about no delivery that the session has`)
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
        // Told by whoever does it, so that it is told once and is true.
        this.#drop(type, `${type} is told by the host`, 'debug')
        return
      case 'tool.called':
        host.log.append(sessionId, event)
        await scheduler.reached(sessionId, 'next-tool-call')
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
        host.log.append(sessionId, event)
    }
  }

  /** Says that something was dropped: the first time, and then ever less often. */
  #drop(what: string, why: string, level: 'debug' | 'warn' = 'warn'): void {
    const { host, sessionId } = this.#options
    const count = (this.#dropped.get(what) ?? 0) + 1
    this.#dropped.set(what, count)
    if (!Number.isInteger(Math.log10(count))) return
    const times = count === 1 ? '' : ` (${count} times)`
    host.log.append(sessionId, { type: 'log', level, message: `An event was dropped: ${why}${times}` })
  }
}
