import { nearestName } from '../../../core/text/nearest-name.ts'
import type { Invocation } from '../../command.ts'
import { acpCommand } from '../acp-agent.ts'
import { knownAgents } from '../known-agents.ts'

interface AgentCall {
  readonly words: readonly string[]
  readonly values: Invocation['values']
  /** The default agent. */
  readonly agent: string | undefined
}

/** The words of a command, and which agent they name. */
export interface ChosenAgent {
  readonly words: readonly string[]
  /** The id of the agent, where it is known. */
  readonly agent?: string
  /** It is pointed at another provider, whose models nobody knows here, with this one of them where one is set. */
  readonly provider?: { readonly model?: string }
  /** It is the default agent, or there is none. */
  readonly isDefault?: boolean
}

/**
 * The words of a command whose first is an agent, with the default agent where none is named, and the id of that agent. A
 * single word that is no agent is the prompt, unless it looks like a mistyped agent.
 */
export async function withDefaultAgent(
  name: string,
  { words, values, agent }: AgentCall,
): Promise<ChosenAgent> {
  if (acpCommand(values) !== undefined) return { words }
  const registry = await knownAgents(values)
  const idOf = (typed: string): string | undefined => {
    try {
      return registry.get(typed).id
    } catch {
      // Whoever reads the arguments says what is wrong with the name.
      return undefined
    }
  }
  const { providerModel } = await import('../../../agents/launch/choose-provider.ts')
  const about = (id: string): Pick<ChosenAgent, 'agent' | 'provider'> => {
    const { definition } = registry.get(id)
    const model = providerModel(definition)
    const provider = model === undefined ? {} : { model }
    return { agent: id, ...(definition.provider === undefined ? {} : { provider }) }
  }
  const [first] = words
  const named = first === undefined ? undefined : idOf(first)
  const usual = agent === undefined ? undefined : idOf(agent)
  if (named !== undefined)
    return { words, ...about(named), isDefault: agent === undefined || named === usual }
  const ids = registry.list().map(({ id }) => id)
  const isPrompt = first === undefined || (name === 'run' && words.length === 1 && isText(first, ids))
  if (agent === undefined || !isPrompt) return { words }
  return { words: [agent, ...words], ...(usual === undefined ? {} : about(usual)), isDefault: true }
}

function isText(word: string, agents: readonly string[]): boolean {
  return /\s/.test(word) || nearestName(word, agents) === undefined
}
