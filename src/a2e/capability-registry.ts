import { a2eAnswerNames, type Capability } from '../capabilities/ecosystems/a2e/types.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Plugin } from './plugin.ts'

/** What came of the wishes of an agent. */
export interface Negotiation {
  /** One entry for each capability it asked for, in its order. */
  readonly accepted: Capability[]
  /** The names of those it may use. */
  readonly enabled: ReadonlySet<string>
  /** What it asked for that no client would understand an answer about. */
  readonly unknown: readonly string[]
}

/** Which plugins serve which capability, and which of them answers a type of message. */
export class CapabilityRegistry {
  readonly #plugins: Plugin[] = []
  readonly #byType = new Map<string, readonly Plugin[]>()

  /** All plugins, those to be asked first in front. */
  get plugins(): readonly Plugin[] {
    return this.#plugins
  }

  /**
   * Takes a plugin in.
   * @throws CapstanError `A2E_PLUGIN_CONFLICT` when its name is taken, or it and another both want a message for themselves.
   */
  register(plugin: Plugin): void {
    for (const other of this.#plugins) {
      if (other.name === plugin.name) {
        throw conflict(
          `There is a plugin with the name ${plugin.name} already`,
          'Give each plugin its own name.',
        )
      }
      const shared = sharedMessages(plugin, other)[0]
      if (plugin.exclusive && other.exclusive && shared !== undefined) {
        throw conflict(
          `The plugins ${other.name} and ${plugin.name} are both exclusive and both answer ${shared}`,
          'Load one of them, or make one of them not exclusive.',
        )
      }
    }
    const later = this.#plugins.findIndex((other) => priorityOf(other) < priorityOf(plugin))
    this.#plugins.splice(later === -1 ? this.#plugins.length : later, 0, plugin)
    this.#byType.clear()
  }

  /** The plugins of a capability, by priority; equal ones in the order they came. */
  get(capability: string): readonly Plugin[] {
    return this.#plugins.filter(({ type }) => type === capability)
  }

  /** The plugins to ask about a type of message, in order: the exclusive one alone, where there is one. */
  handlersOf(type: string): readonly Plugin[] {
    let handlers = this.#byType.get(type)
    if (handlers === undefined) {
      const all = this.#plugins.filter(({ messages }) => Object.hasOwn(messages, type))
      const alone = all.find(({ exclusive }) => exclusive)
      handlers = alone === undefined ? all : [alone]
      this.#byType.set(type, handlers)
    }
    return handlers
  }

  /** Looks every wish up once. */
  negotiate(wishes: readonly string[]): Negotiation {
    const accepted: Capability[] = []
    const unknown: string[] = []
    for (const name of new Set(wishes)) {
      if (a2eAnswerNames.has(name)) accepted.push(this.#offer(name))
      else unknown.push(name)
    }
    const enabled = new Set(accepted.flatMap((entry) => (entry.enabled ? [entry.capability] : [])))
    return { accepted, enabled, unknown }
  }

  #offer(capability: string): Capability {
    const plugins = this.get(capability)
    const winner = plugins.find(({ exclusive }) => exclusive) ?? plugins[0]
    if (winner === undefined) return { capability, enabled: false, metadata: { reason: 'no plugin loaded' } }
    const { name, type, exclusive = false } = winner
    const several = plugins.length > 1 ? { plugins: plugins.map((plugin) => plugin.name) } : {}
    return {
      capability,
      enabled: true,
      metadata: { name, type, priority: priorityOf(winner), exclusive, ...several },
    }
  }
}

function priorityOf({ priority = 0 }: Plugin): number {
  return priority
}

function sharedMessages(one: Plugin, other: Plugin): string[] {
  return Object.keys(one.messages).filter((type) => Object.hasOwn(other.messages, type))
}

function conflict(message: string, hint: string): CapstanError {
  return new CapstanError('A2E_PLUGIN_CONFLICT', message, { hint })
}
