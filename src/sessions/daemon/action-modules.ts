import type { ActionDefinition } from '../action.ts'
import type { Sessions } from '../sessions.ts'

/** The actions that came from modules of the owner's. */
export class ActionModules {
  readonly #sessions: Sessions
  readonly #read: (path: string) => Promise<readonly ActionDefinition[]>
  /** Takes the actions of a module away. */
  readonly #taking = new Map<string, () => void>()

  constructor(sessions: Sessions, read: (path: string) => Promise<readonly ActionDefinition[]>) {
    this.#sessions = sessions
    this.#read = read
  }

  /** Registers the actions of a module, instead of those it had before. All or none of them. */
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
