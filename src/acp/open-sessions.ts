import type { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import { isToolResult } from '../events/tools/tool-result.ts'
import type { AcpSession } from './session.ts'
import { terminalOutputOf } from './reading/terminal-output.ts'
import { UnclaimedEvents } from './unclaimed-events.ts'

/** The open sessions of an agent. Each receives its own events, in order. */
export class OpenSessions {
  readonly #sessions = new Map<string, AcpSession>()
  readonly #unclaimed: UnclaimedEvents

  constructor(agent: string, onWarning: (message: string) => void) {
    this.#unclaimed = new UnclaimedEvents(agent, onWarning)
  }

  get(sessionId: string): AcpSession | undefined {
    return this.#sessions.get(sessionId)
  }

  /** The session that was opened last. */
  get newest(): AcpSession | undefined {
    return [...this.#sessions.values()].at(-1)
  }

  /** Adds a session; replaces one with the same id. */
  add(session: AcpSession): void {
    this.#sessions.set(session.id, session)
  }

  remove(session: AcpSession): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id)
  }

  /** Delivers the events that arrived before the session was known. */
  deliverEarlier(session: AcpSession): void {
    for (const event of this.#unclaimed.claim(session.id)) void session.receive(event)
  }

  /** Delivers an update to its session. Terminal output comes before the result of its tool call. */
  update(event: AgentEvent): Promise<void> | undefined {
    const { sessionId } = event
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)
    if (session === undefined) return this.#unclaimed.keep(event)
    const output = terminalOutputOf(event)
    if (output === undefined) return session.receive(event)
    const [first, second] = isToolResult(event) ? [output, event] : [event, output]
    const drained = session.receive(first)
    return both(drained, session.receive(second))
  }

  /** Delivers any other notification to its session, or to all without a session id. */
  notify(method: string, params: unknown): Promise<void> | undefined {
    const { sessionId, elicitationId } = (params ?? {}) as Record<string, unknown>
    const event: AgentEvent =
      method === 'elicitation/complete' && typeof elicitationId === 'string'
        ? { type: 'elicitation.completed', elicitationId }
        : { type: 'raw', source: 'acp', payload: { method, params } }
    if (typeof sessionId !== 'string') return this.emitToAll(event)
    const session = this.#sessions.get(sessionId)
    const named = { ...event, sessionId }
    return session === undefined ? this.#unclaimed.keep(named) : session.receive(named)
  }

  emitToAll(event: AgentEvent): Promise<void> | undefined {
    if (this.#sessions.size === 0) return this.#unclaimed.keep(event)
    let drained: Promise<void> | undefined
    for (const session of this.#sessions.values()) drained = both(drained, session.receive(event))
    return drained
  }

  /** Fails and removes all sessions. */
  fail(error: CapstanError): void {
    for (const session of this.#sessions.values()) session.fail(error)
    this.#sessions.clear()
  }
}

function both(
  first: Promise<void> | undefined,
  second: Promise<void> | undefined,
): Promise<void> | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return Promise.all([first, second]).then(() => undefined)
}
