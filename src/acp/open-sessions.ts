import type { CapstanError } from '../core/capstan-error.ts'
import type { AgentEvent } from '../events/event.ts'
import { isToolResult } from '../events/tools/tool-result.ts'
import type { AcpSession } from './session.ts'
import { terminalOutputOf } from './reading/terminal-output.ts'
import { UnclaimedEvents } from './unclaimed-events.ts'

/** The sessions of one agent that somebody listens to. Each gets what the agent tells of it, in order. */
export class OpenSessions {
  readonly #sessions = new Map<string, AcpSession>()
  readonly #unclaimed: UnclaimedEvents

  constructor(agent: string, onWarning: (message: string) => void) {
    this.#unclaimed = new UnclaimedEvents(agent, onWarning)
  }

  get(sessionId: string): AcpSession | undefined {
    return this.#sessions.get(sessionId)
  }

  /** The one that was opened last. */
  get newest(): AcpSession | undefined {
    return [...this.#sessions.values()].at(-1)
  }

  /** Listens from now on; a session of the same id listens no more. */
  add(session: AcpSession): void {
    this.#sessions.set(session.id, session)
  }

  remove(session: AcpSession): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id)
  }

  /** Gives a session what was told of it before it was known. */
  handEarlierTo(session: AcpSession): void {
    for (const event of this.#unclaimed.claim(session.id)) void session.receive(event)
  }

  /** An update of a session. What a call printed comes before its end. */
  update(event: AgentEvent): Promise<void> | undefined {
    const { sessionId } = event
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId)
    if (session === undefined) return this.#unclaimed.keep(event)
    const output = terminalOutputOf(event)
    if (output === undefined) return session.receive(event)
    const [first, second] = isToolResult(event) ? [output, event] : [event, output]
    const room = session.receive(first)
    return both(room, session.receive(second))
  }

  /** A notification that is no update: it belongs to the session it names, or to all. */
  notify(method: string, params: unknown): Promise<void> | undefined {
    const { sessionId, elicitationId } = (params ?? {}) as Record<string, unknown>
    const event: AgentEvent =
      method === 'elicitation/complete' && typeof elicitationId === 'string'
        ? { type: 'elicitation.completed', elicitationId }
        : { type: 'raw', source: 'acp', payload: { method, params } }
    if (typeof sessionId !== 'string') return this.tellAll(event)
    const session = this.#sessions.get(sessionId)
    const named = { ...event, sessionId }
    return session === undefined ? this.#unclaimed.keep(named) : session.receive(named)
  }

  tellAll(event: AgentEvent): Promise<void> | undefined {
    if (this.#sessions.size === 0) return this.#unclaimed.keep(event)
    let room: Promise<void> | undefined
    for (const session of this.#sessions.values()) room = both(room, session.receive(event))
    return room
  }

  /** Ends them all: what waits in them fails. */
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
