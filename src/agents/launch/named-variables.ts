import type { AgentDefinition } from '../definition/definition.ts'
import { namesIn } from './names-in-settings.ts'

/** Names of variables in the user's settings of an agent, such as the key of a custom provider. */
export function namedVariables(
  { variableFiles = [] }: Pick<AgentDefinition, 'variableFiles'>,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  return variableFiles.flatMap((file) => namesIn(file, environment))
}
