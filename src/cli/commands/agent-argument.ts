import type { AgentAdapter } from '../../agents/adapter.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import type { Invocation } from '../command.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { nearestName } from '../../core/text/nearest-name.ts'
import { UsageError } from '../usage-error.ts'
import { knownAgents } from './known-agents.ts'

/** A required argument. @throws UsageError */
export function requiredArgument(typed: string | undefined, what: string, usage: string): string {
  if (typed !== undefined && typed !== '') return typed
  throw new UsageError(`The ${what} is missing`, `Use capstan ${usage}.`)
}

export interface FindAgentOptions {
  /** Commands that can take the place of the agent. */
  commands?: readonly string[]
  /** The options of a command that accepts the user's own agents. */
  values?: Invocation['values']
}

/**
 * Finds an agent by id or alias.
 * @throws CapstanError `UNKNOWN_AGENT` with the nearest agent or command, or `AMBIGUOUS_AGENT`.
 */
export async function findAgent(
  typed: string,
  { commands = [], values }: FindAgentOptions = {},
): Promise<AgentAdapter> {
  const registry = values === undefined ? await builtInAgents() : await knownAgents(values)
  try {
    return registry.get(typed)
  } catch (error) {
    const ids = registry.list().map(({ id }) => id)
    const near = nearestName(typed, [...ids, ...commands])
    if (!CapstanError.isInstance(error) || near === undefined || !commands.includes(near)) throw error
    throw new CapstanError(error.code, error.message, { hint: `Did you mean the command ${near}?` })
  }
}

async function builtInAgents(): Promise<AdapterRegistry> {
  const { createAdapterRegistry } = await import('../../agents/registry.ts')
  return createAdapterRegistry()
}
