import type { ActionDefinition } from '../action.ts'
import type { Sessions } from '../sessions.ts'

/** Actions loaded from the owner's modules. */
export class ActionModules {
  readonly #sessions: Sessions
  readonly #read: (path: string) => Promise<readonly ActionDefinition[]>
  /** Removes the actions of a module, by path. */
  readonly #removers = new Map<string, () => void>()

  constructor(sessions: Sessions, read: (path: string) => Promise<readonly ActionDefinition[]>) {
    this.#sessions = sessions
    this.#read = read
  }

  /** Registers all actions of a module, or none; replaces the module's earlier actions. */
  async add(path: string): Promise<string[]> {
    const actions = await this.#read(path)
    this.#removers.get(path)?.()
    this.#removers.delete(path)
    const registered: (() => void)[] = []
    const remove = (): void => {
      for (const end of registered) end()
    }
    try {
      for (const action of actions) registered.push(this.#sessions.actions.register(action))
    } catch (error) {
      remove()
      throw error
    }
    this.#removers.set(path, remove)
    return actions.map(({ name }) => name)
  }
}
