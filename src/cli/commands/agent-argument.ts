import type { AgentAdapter } from '../../agents/adapter.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { nearestWord } from '../../core/nearest-word.ts'
import { UsageError } from '../usage-error.ts'

/** An argument that must be there. */
export function requiredArgument(typed: string | undefined, what: string, usage: string): string {
  if (typed !== undefined && typed !== '') return typed
  throw new UsageError(`The ${what} is missing`, `Use capstan ${usage}.`)
}

/**
 * The agent a user names.
 * @throws CapstanError `UNKNOWN_AGENT` with the nearest name, also of `commands` that stand in the same place.
 */
export async function findAgent(typed: string, commands: readonly string[] = []): Promise<AgentAdapter> {
  const { createAdapterRegistry } = await import('../../agents/registry.ts')
  const registry = createAdapterRegistry()
  const names = registry.list().map(({ id }) => id)
  if (names.includes(typed)) return registry.get(typed)
  const near = nearestWord(typed, [...names, ...commands])
  const known = `Known are ${names.join(', ')}.`
  const command = near !== undefined && commands.includes(near) ? 'the command ' : ''
  throw new CapstanError('UNKNOWN_AGENT', `There is no agent called ${typed}`, {
    hint: near === undefined ? known : `Did you mean ${command}${near}?`,
  })
}
