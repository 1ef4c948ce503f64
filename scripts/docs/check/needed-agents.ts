import { agentCatalog } from '../../../src/agents/catalog.ts'
import type { AgentDefinition } from '../../../src/agents/definition/definition.ts'
import { jobNetwork } from '../../../src/verify/place/own-network.ts'
import { ensureInstalled } from '../../../test/agents/installation.ts'
import type { Block } from './block.ts'
import { isRunnable, shells } from './page-script.ts'

const callsAgent =
  /\bcapstan (?:run|session new|probe|capabilities .*--live)(?: |$)(?!.*--dry-run)(?!sim\b)(?!.*--agents)/m
const callsProgram = /^\$ node \S+\.ts (?:claude|codex|gemini)\b/m

/** Whether a block is run and starts an agent. */
export function needsAgent(block: Block): boolean {
  return (
    isRunnable(block) &&
    shells.has(block.language) &&
    [callsAgent, callsProgram].some((call) => call.test(block.text))
  )
}

export interface NeededAgents {
  /** The installed agents that the pages call. */
  agents: readonly string[]
  /** Why no agent can be called. */
  missing?: string
}

/** Installs the agents that the blocks call into the cache of the tests, unless they are there. */
export async function installNeeded(blocks: readonly Block[]): Promise<NeededAgents> {
  const calls = blocks.filter(needsAgent).flatMap(({ text }) => text.split('\n'))
  const text = calls.filter((line) => callsAgent.test(line) || callsProgram.test(line)).join('\n')
  const needed = Object.values<AgentDefinition>(agentCatalog).filter(
    ({ id, package: own }) => own !== undefined && new RegExp(`\\b${id}\\b`).test(text),
  )
  const network = await jobNetwork()
  if (network.kind === 'shared') {
    return { agents: [], missing: `no network of its own for agents: ${network.reason}` }
  }
  const agents = needed.map(({ id }) => id)
  console.log(`agents of the pages: ${agents.join(', ')}`)
  for (const definition of needed) {
    const installed = await ensureInstalled(definition)
    if ('notRun' in installed) return { agents: [], missing: installed.notRun }
  }
  return { agents }
}
