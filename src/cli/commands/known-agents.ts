import type { AgentDefinition } from '../../agents/definition.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { Client } from '../../run/client.ts'
import type { Invocation, Option } from '../command.ts'

export const agentsOption: Option = {
  name: 'agents',
  value: '<file>',
  help: 'a JSON file with agents of your own; CAPSTAN_AGENTS names it too',
}

/** All agents a command knows: Capstan's, and those of the user's own file. */
export async function knownAgents(values: Invocation['values']): Promise<AdapterRegistry> {
  const { createAdapterRegistry } = await import('../../agents/registry.ts')
  const registry = createAdapterRegistry()
  for (const definition of await ownDefinitions(values)) registry.register(definition)
  return registry
}

/** A client that knows the same agents. */
export async function openClient(values: Invocation['values']): Promise<Client> {
  const [{ createClient }, { builtInAgentModels }, registry] = await Promise.all([
    import('../../run/client.ts'),
    import('../../models/index.ts'),
    knownAgents(values),
  ])
  const definitions = registry.list().map(({ definition }) => definition)
  const withModels = new Set(builtInAgentModels.map(({ agent }) => agent))
  const others = definitions.filter(({ id }) => !withModels.has(id))
  if (others.length === 0) return createClient()
  // Of an agent's own models nothing is known: a name is passed on only when the user insists.
  const agents = [...builtInAgentModels, ...others.map(({ id }) => ({ agent: id, providers: [] }))]
  return createClient({ definitions, models: { agents } })
}

async function ownDefinitions(values: Invocation['values']): Promise<AgentDefinition[]> {
  const [file = process.env['CAPSTAN_AGENTS'] ?? ''] = values.get('agents') ?? []
  if (file === '') return []
  const [{ readJsonInput }, { readDefinitions }] = await Promise.all([
    import('../input.ts'),
    import('../../agents/read-definitions.ts'),
  ])
  const data = await readJsonInput(file)
  try {
    return readDefinitions(data)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`${file}: ${error.message}`, error.issues, {
      hint: 'An agent needs an id and how it is started; the README shows one.',
    })
  }
}
