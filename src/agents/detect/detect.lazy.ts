import type { AgentDefinition } from '../definition/definition.ts'
import type { Detection, DetectOptions } from './detect.ts'

// Detection starts programs; that code is loaded on the first call, not with the registry.

/** Looks for an agent on this machine. */
export async function detectLazily(definition: AgentDefinition, options?: DetectOptions): Promise<Detection> {
  const { detect } = await import('./detect.ts')
  return await detect(definition, options)
}

/** Looks for several agents at once. */
export async function detectAllLazily(
  definitions: readonly AgentDefinition[],
  options?: DetectOptions,
): Promise<Detection[]> {
  const { detectAll } = await import('./detect.ts')
  return await detectAll(definitions, options)
}
