import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { DetailedModelRegistry, ModelRegistryOptions } from '../../models/registry.ts'
import type { Client } from '../../run/client.ts'
import type { Invocation, Option } from '../command.ts'
import { acpCommand, acpDefinition } from './acp-agent.ts'
import { attachedAgents } from './configuration/attached.ts'

export const agentsOption: Option = {
  name: 'agents',
  value: '<file>',
  help: 'JSON file with your own agents (or set CAPSTAN_AGENTS)',
}

/** The agents of a command: built-in, from the user's file and configuration, or only the one of `--acp`. */
export async function knownAgents(values: Invocation['values']): Promise<AdapterRegistry> {
  const { createAdapterRegistry } = await import('../../agents/registry.ts')
  if (acpCommand(values) !== undefined) return createAdapterRegistry([await acpDefinition(values)])
  const registry = createAdapterRegistry()
  const own = await ownDefinitions(values)
  for (const definition of own) registry.register(definition)
  const configs = attachedAgents(values)
  if (configs === undefined) return registry
  const { configureAgents } = await import('../../config/configure-agents.ts')
  return configureAgents(registry, configs)
}

/**
 * The definitions of these agents, for reading. A registry is only needed to validate the user's own agents; without
 * one the definitions are not frozen, which takes a tenth of the command's own time.
 */
export async function knownDefinitions(values: Invocation['values']): Promise<readonly AgentDefinition[]> {
  if (hasOwnAgents(values)) return (await knownAgents(values)).list().map(({ definition }) => definition)
  const { definitions } = await import('../../agents/catalog.ts')
  return Object.values(definitions)
}

/** A client with the same agents. */
export async function openClient(values: Invocation['values']): Promise<Client> {
  const { createClient } = await import('../../run/client.ts')
  if (acpCommand(values) === undefined && !hasOwnAgents(values)) return createClient()
  const registry = await knownAgents(values)
  return createClient({ definitions: registry.list().map(({ definition }) => definition) })
}

/** The models of the same agents. */
export async function knownModels(
  values: Invocation['values'],
  options: Pick<ModelRegistryOptions, 'source'> = {},
): Promise<DetailedModelRegistry> {
  const [{ createModelRegistry }, { modelsOf }, registry] = await Promise.all([
    import('../../models/registry.ts'),
    import('../../agents/agent-models.ts'),
    knownAgents(values),
  ])
  return createModelRegistry({ ...options, agents: modelsOf(registry) })
}

async function ownDefinitions(values: Invocation['values']): Promise<AgentDefinition[]> {
  const file = agentsFile(values)
  if (file === '') return []
  const [{ readJsonInput }, { readDefinitions }, path] = await Promise.all([
    import('../input.ts'),
    import('../../agents/check/read-definitions.ts'),
    import('node:path'),
  ])
  const data = await readJsonInput(file, { holds: 'agents as JSON' })
  try {
    return readDefinitions(data).map((definition) =>
      withProgramsBeside(definition, path.dirname(path.resolve(file))),
    )
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`${file}: ${error.message}`, error.issues, {
      hint: 'Give each agent an id and a start command; see docs/configuration.md.',
    })
  }
}

/** A relative program path such as `./agent.sh` starts at the folder of the file. */
function withProgramsBeside(definition: AgentDefinition, folder: string): AgentDefinition {
  const path = process.getBuiltinModule('node:path')
  const placed = (program: string): string =>
    /[/\\]/.test(program) ? path.resolve(folder, program) : program
  const { binaries, acp } = definition
  const [first, ...others] = binaries
  return {
    ...definition,
    binaries: [placed(first), ...others.map(placed)],
    ...(acp === undefined ? {} : { acp: { ...acp, binary: placed(acp.binary) } }),
  }
}

/** Whether the user adds or configures agents. */
function hasOwnAgents(values: Invocation['values']): boolean {
  return agentsFile(values) !== '' || attachedAgents(values) !== undefined
}

function agentsFile(values: Invocation['values']): string {
  return values.get('agents')?.[0] ?? process.env['CAPSTAN_AGENTS'] ?? ''
}
