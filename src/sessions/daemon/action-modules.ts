import type { ActionDefinition } from '../action.ts'
import type { Sessions } from '../sessions.ts'

/** Actions loaded from the owner's modules. */
export class ActionModules {
  readonly #sessions: Sessions
  readonly #read: (path: string) => Promise<readonly ActionDefinition[]>
  /** Removes the actions of a module, by path. */
  readonly #taking = new Map<string, () => void>()

  constructor(sessions: Sessions, read: (path: string) => Promise<readonly ActionDefinition[]>) {
    this.#sessions = sessions
    this.#read = read
  }

  /** Registers all actions of a module, or none; replaces the module's earlier actions. */
  async add(path: string): Promise<string[]> {
    const actions = await this.#read(path)
    this.#taking.get(path)?.()
    this.#taking.delete(path)
    const registered: (() => void)[] = []
    const take = (): void => {
      for (const end of registered) end()
    }
    try {
      for (const action of actions) registered.push(this.#sessions.actions.register(action))
    } catch (error) {
      take()
      throw error
    }
    this.#taking.set(path, take)
    return actions.map(({ name }) => name)
  }
}
