import { isRecord } from '../../core/is-record.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from '../../events/event.ts'
import type { PatchOperation } from './events.ts'

type Fields = Record<string, unknown>

/** The session fields of an event, by its type. */
const stateFields: { [Type in AgentEventType]?: (event: AgentEventOf<Type>, usage: unknown) => Fields } = {
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

/** The state of a session, such as mode and usage. Outlives the runs of a thread. */
export class SessionState {
  readonly #session: Map<string, unknown>

  constructor(session: Readonly<Record<string, unknown>> = {}) {
    this.#session = new Map(Object.entries(session))
  }

  /** Applies an event; returns the changes. */
  take(event: AgentEvent): PatchOperation[] {
    const fieldsOf = stateFields[event.type] as ((one: AgentEvent, before: unknown) => Fields) | undefined
    return fieldsOf === undefined ? [] : this.#set(fieldsOf(event, this.#session.get('usage')))
  }

  /** Capstan's part of the state. */
  get session(): Record<string, unknown> {
    return Object.fromEntries(this.#session)
  }

  /** The whole state: the client's shared state, with Capstan's part under `session`. */
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
        // `add` also replaces an existing member.
        operations.push({ op: 'add', path, value })
      } else if (this.#session.delete(name)) operations.push({ op: 'remove', path })
    }
    return operations
  }
}
