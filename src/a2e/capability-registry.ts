import { a2eAnswerNames, type Capability } from '../capabilities/ecosystems/a2e/types.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { Plugin } from './plugin.ts'

/** The result of a negotiation with an agent. */
export interface Negotiation {
  /** One entry for each known capability that the agent requested, in the agent's order. */
  readonly accepted: Capability[]
  /** The names of the capabilities the agent may use. */
  readonly enabled: ReadonlySet<string>
  /** Requested names that A2E does not define. */
  readonly unknown: readonly string[]
}

/** The plugins of a host, by capability and by the message types they handle. */
export class CapabilityRegistry {
  readonly #plugins: Plugin[] = []
  readonly #byType = new Map<string, readonly Plugin[]>()

  /** All plugins, highest priority first. */
  get plugins(): readonly Plugin[] {
    return this.#plugins
  }

  /**
   * Registers a plugin.
   * @throws CapstanError `A2E_PLUGIN_CONFLICT` for a duplicate name, or when two exclusive plugins handle the same message.
   */
  register(plugin: Plugin): void {
    for (const other of this.#plugins) {
      if (other.name === plugin.name) {
        throw conflict(
          `A plugin named ${plugin.name} is already registered`,
          'Give each plugin a unique name.',
        )
      }
      const shared = sharedMessages(plugin, other)[0]
      if (plugin.exclusive && other.exclusive && shared !== undefined) {
        throw conflict(
          `The plugins ${other.name} and ${plugin.name} both handle ${shared} exclusively`,
          'Load only one of them, or make one of them not exclusive.',
        )
      }
    }
    const later = this.#plugins.findIndex((other) => priorityOf(other) < priorityOf(plugin))
    this.#plugins.splice(later === -1 ? this.#plugins.length : later, 0, plugin)
    this.#byType.clear()
  }

  /** The plugins of a capability, by priority, then by order of registration. */
  get(capability: string): readonly Plugin[] {
    return this.#plugins.filter(({ type }) => type === capability)
  }

  /** The plugins that handle a message type, in order; only the exclusive plugin if there is one. */
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

  /** Answers each requested capability once. */
  negotiate(requested: readonly string[]): Negotiation {
    const accepted: Capability[] = []
    const unknown: string[] = []
    for (const name of new Set(requested)) {
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
