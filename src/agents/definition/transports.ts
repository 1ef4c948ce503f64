import type { Transport } from '../../capabilities/evidence.ts'
import type { AgentDefinition } from './definition.ts'

/** How an agent can be driven, the preferred way first: its command line counts only where its output can be read. */
export function transportsOf({ acp, flags, outputReader }: AgentDefinition): Transport[] {
  const hasCommandLine = flags?.prompt !== undefined && outputReader !== undefined
  return [...(acp === undefined ? [] : ['acp' as const]), ...(hasCommandLine ? ['cli' as const] : [])]
}
