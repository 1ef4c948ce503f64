import { checkNames } from './check-name.ts'
import { checks } from './checks.ts'
import type { ContractPrompts } from './fill-prompt.ts'

/** Prompts that the sim understands. A check without one needs no prompt or only runs with the caller's. */
export const defaultPrompts: ContractPrompts = promptsBy('sim')

/** Prompts with marks, for an agent that is connected to the model provider on loopback. */
export const loopbackPrompts: ContractPrompts = promptsBy('marks')

function promptsBy(kind: 'sim' | 'marks'): ContractPrompts {
  const named = checkNames.flatMap((name) => {
    const prompts = checks[name][kind]
    return prompts === undefined ? [] : [[name, prompts] as const]
  })
  return Object.fromEntries(named)
}
