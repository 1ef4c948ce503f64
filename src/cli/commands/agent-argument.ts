import type { AgentAdapter } from '../../agents/adapter.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import type { Invocation } from '../command.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { nearestWord } from '../../core/nearest-word.ts'
import { UsageError } from '../usage-error.ts'
import { knownAgents } from './known-agents.ts'

/** An argument that must be there. */
export function requiredArgument(typed: string | undefined, what: string, usage: string): string {
  if (typed !== undefined && typed !== '') return typed
  throw new UsageError(`The ${what} is missing`, `Use capstan ${usage}.`)
}

export interface FindAgentOptions {
  /** Commands that can stand in the same place. */
  commands?: readonly string[]
  /** The options of a command that takes agents of the user's own. */
  values?: Invocation['values']
}

/**
 * The agent a user names.
 * @throws CapstanError `UNKNOWN_AGENT` with the nearest name, also of the commands.
 */
export async function findAgent(
  typed: string,
  { commands = [], values }: FindAgentOptions = {},
): Promise<AgentAdapter> {
  const registry = values === undefined ? await builtInAgents() : await knownAgents(values)
  const names = registry.list().map(({ id }) => id)
  if (names.includes(typed)) return registry.get(typed)
  const near = nearestWord(typed, [...names, ...commands])
  const known = `Known are ${names.join(', ')}.`
  const command = near !== undefined && commands.includes(near) ? 'the command ' : ''
  throw new CapstanError('UNKNOWN_AGENT', `There is no agent called ${typed}`, {
    hint: near === undefined ? known : `Did you mean ${command}${near}?`,
  })
}

async function builtInAgents(): Promise<AdapterRegistry> {
  const { createAdapterRegistry } = await import('../../agents/registry.ts')
  return createAdapterRegistry()
}
