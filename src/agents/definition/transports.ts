import type { Transport } from '../../capabilities/evidence.ts'
import type { AgentDefinition } from './definition.ts'

/** The transports of an agent, the preferred one first. `cli` requires an output reader. */
export function transportsOf({ acp, flags, outputReader }: AgentDefinition): Transport[] {
  const hasCommandLine = flags?.prompt !== undefined && outputReader !== undefined
  return [...(acp === undefined ? [] : ['acp' as const]), ...(hasCommandLine ? ['cli' as const] : [])]
}
