import { CapstanError } from '../../core/capstan-error.ts'
import type { ActionDefinition, ActionSummary } from '../action.ts'
import type { AgentIdentity } from '../identity.ts'
import { isAvailable } from './action-rights.ts'
import { checkAction } from './check-action.ts'

export interface RegisteredAction {
  readonly action: ActionDefinition
  /** The id of the session that exposes the action. */
  readonly by: string | undefined
  /** Schema keywords already reported as unchecked. */
  readonly reported: Set<string>
}

/** The registered actions by name, and the listeners to their changes. */
export class ActionTable {
  readonly #entries = new Map<string, RegisteredAction>()
  readonly #listeners = new Set<() => void>()

  get(name: string): RegisteredAction | undefined {
    return this.#entries.get(name)
  }

  names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Returns a function that removes the action. @throws ValidationError, or CapstanError `ACTION_EXISTS`. */
  register(action: ActionDefinition, by?: string): () => void {
    checkAction(action)
    if (this.#entries.has(action.name)) {
      throw new CapstanError('ACTION_EXISTS', `An action called ${action.name} already exists`, {
        hint: 'Remove the other action first, or choose another name.',
      })
    }
    const entry = { action: { ...action }, by, reported: new Set<string>() }
    this.#entries.set(action.name, entry)
    this.#changed()
    return () => {
      if (this.#entries.get(action.name) !== entry) return
      this.#entries.delete(action.name)
      this.#changed()
    }
  }

  /** The actions available to the caller, before policies are checked. */
  list(caller: AgentIdentity): ActionSummary[] {
    return Array.from(this.#entries.values())
      .filter(({ action }) => isAvailable(action, caller))
      .map(summaryOf)
  }

  /** Removes the actions that a session exposes. */
  removeOf(session: string): void {
    const own = Array.from(this.#entries.values()).filter(({ by }) => by === session)
    for (const { action } of own) this.#entries.delete(action.name)
    if (own.length > 0) this.#changed()
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

function summaryOf({ action, by }: RegisteredAction): ActionSummary {
  const { name, description, inputSchema, outputSchema } = action
  return {
    name,
    description,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(by === undefined ? {} : { exposedBy: by }),
  }
}
