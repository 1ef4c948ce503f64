import type { AgentReport } from '../../models/remote/agent-report.ts'
import type { AskModelsOptions } from './ask-models.ts'
import type { AgentDefinition } from '../definition/definition.ts'

/** Asks an installed agent for its models. Loads the code that starts programs only when called. */
export async function askModelsLazily(
  definition: AgentDefinition,
  options?: AskModelsOptions,
): Promise<AgentReport> {
  const { askModels } = await import('./ask-models.ts')
  return await askModels(definition, options)
}
