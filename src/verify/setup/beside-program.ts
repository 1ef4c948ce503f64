import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { BesideProgram } from '../worker/job.ts'
import type { AgentSetup } from './agent-setup.ts'

/** The program that a definition says must be running: it is the agent's own. */
export function besideProgram(
  { acp }: AgentDefinition,
  { path, readyText }: { path: string | undefined; readyText?: AgentSetup['readyText'] | undefined },
): { beside?: BesideProgram } {
  const [, ...words] = acp?.needsRunning ?? []
  if (words.length === 0 || path === undefined || readyText === undefined) return {}
  return { beside: { words: [path, ...words], ready: readyText } }
}
