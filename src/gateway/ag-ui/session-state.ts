import { isRecord } from '../../core/is-record.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { PatchOperation } from './events.ts'

type Fields = Record<string, unknown>

/** What an event tells of the session, by its type. */
const told: { [Type in AgentEventType]?: (event: AgentEventOf<Type>, usage: unknown) => Fields } = {
  'session.started': ({ sessionId }) => ({ id: sessionId }),
  'session.resumed': ({ sessionId }) => ({ id: sessionId }),
  'session.recovered': ({ sessionId }) => ({ id: sessionId }),
  'session.updated': ({ title, updatedAt }) => ({ title, updatedAt }),
  'status.changed': ({ status }) => ({ status }),
  'mode.changed': ({ modeId }) => ({ mode: modeId }),
  'config.changed': ({ options }) => ({ config: options }),
  'commands.changed': ({ commands }) => ({ commands }),
  'usage.updated': ({ context, tokens, cost }, usage) => {
    const given = Object.entries({ context, tokens, cost }).filter(([, value]) => value !== undefined)
    return { usage: { ...(isRecord(usage) ? usage : {}), ...Object.fromEntries(given) } }
  },
}

/** What is known of a session beside what is said in it. It outlives the runs of a thread. */
export class SessionState {
  readonly #session = new Map<string, unknown>()

  /** Takes what an event tells; the changes it makes, none if it tells nothing of the session. */
  take(event: AgentEvent): PatchOperation[] {
    const fieldsOf = told[event.type] as ((one: AgentEvent, before: unknown) => Fields) | undefined
    return fieldsOf === undefined ? [] : this.#set(fieldsOf(event, this.#session.get('usage')))
  }

  /** Ours alone. */
  get session(): Record<string, unknown> {
    return Object.fromEntries(this.#session)
  }

  /** The whole state: what the client shares, and ours under `session`. */
  snapshot(shared: unknown): Record<string, unknown> {
    return { ...(isRecord(shared) ? shared : {}), session: this.session }
  }

  #set(fields: Fields): PatchOperation[] {
    const operations: PatchOperation[] = []
    for (const [name, value] of Object.entries(fields)) {
      const path = `/session/${name}`
      if (value === undefined) continue
      if (value !== null) {
        this.#session.set(name, value)
        // On a member that is there it replaces, so that it fits whatever came before.
        operations.push({ op: 'add', path, value })
      } else if (this.#session.delete(name)) operations.push({ op: 'remove', path })
    }
    return operations
  }
}
