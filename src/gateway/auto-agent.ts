import type { ChooseAgentOptions } from '../run/choice/choose-agent.ts'
import { choiceText } from '../capabilities/choice/choice-text.ts'
import type { Client } from '../run/client.ts'
import { GatewayError } from './gateway-error.ts'
import type { ServedAgent } from './served-agent.ts'
import type { GatewayThreads } from './threads/gateway-threads.ts'

/** The needs and limits behind the agent name `auto`. */
export interface AutoAgentOptions extends Pick<
  ChooseAgentOptions,
  'maxPrice' | 'maxOutputPrice' | 'allowUnknown' | 'cheapest'
> {
  /** Ids of capabilities, `id=value`, or words such as `json schema`. */
  readonly needs?: readonly string[]
}

/** The agent behind the name `auto`. */
export interface AutoAgent {
  readonly agent: ServedAgent
  /** The model that fits the needs of a new thread, if it is not the agent's default. */
  readonly model?: string
}

/** Finds the agent behind the name `auto`, for a thread if given. */
export type FindAutoAgent = (threadId?: string) => Promise<AutoAgent>

export interface AutoAgentParts {
  readonly agents: ReadonlyMap<string, ServedAgent>
  readonly client: Client
  readonly env: Readonly<Record<string, string>> | undefined
  readonly threads: Pick<GatewayThreads, 'agentOf'>
}

/**
 * The agent behind the name `auto`: the best installed one for the needs of the gateway. It is chosen for each new
 * thread; a thread keeps its agent.
 */
export function findAutoAgent(
  { agents, client, env, threads }: AutoAgentParts,
  { needs = [], ...limits }: AutoAgentOptions = {},
): FindAutoAgent {
  return async (threadId) => {
    const known = threadId === undefined ? undefined : agents.get(threads.agentOf(threadId) ?? '')
    if (known !== undefined) return { agent: known }
    const choice = await client.choose(needs, { ...limits, env, installed: true })
    for (const { agent: id, model } of choice.ranking) {
      const agent = agents.get(id)
      if (agent !== undefined) return { agent, ...(model === undefined ? {} : { model }) }
    }
    throw new GatewayError('no_agent_fits', 'No served agent fits the needs of the agent auto', {
      hint: `Name an agent, or install one that fits: ${choiceText(choice).replaceAll(/\n */g, '; ')}.`,
    })
  }
}
