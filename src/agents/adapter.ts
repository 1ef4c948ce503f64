import type { AgentCapabilities, AgentName } from '../capabilities/ecosystems/mux/types.ts'
import { requireObject } from '../core/check-argument.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import type { AgentDefinition } from './definition/definition.ts'
import { definitionCapabilities } from './facts/definition-profile.ts'

/** One agent of a registry. Its fields are built once, on first access, and frozen. */
export class AgentAdapter {
  readonly id: AgentName
  /** The display name. */
  readonly name: string
  readonly #given: AgentDefinition
  #definition: AgentDefinition | undefined
  #capabilities: AgentCapabilities | undefined

  /** The definition must not change after this call. */
  constructor(definition: AgentDefinition) {
    requireObject(definition, 'definition')
    this.#given = definition
    this.id = definition.id
    this.name = definition.name
    Object.freeze(this)
  }

  get definition(): AgentDefinition {
    this.#definition ??= frozenCopy(this.#given)
    return this.#definition
  }

  /** The capabilities in agent-mux's total shape; an unknown gets the cautious value. */
  get capabilities(): Readonly<AgentCapabilities> {
    this.#capabilities ??= frozenCopy(definitionCapabilities(this.definition))
    return this.#capabilities
  }
}
