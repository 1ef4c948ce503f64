import { nearestName } from '../../../core/text/nearest-name.ts'
import type { Invocation } from '../../command.ts'
import { acpCommand } from '../acp-agent.ts'
import { knownAgents } from '../known-agents.ts'

interface AgentCall {
  readonly args: readonly string[]
  readonly values: Invocation['values']
  /** The default agent. */
  readonly agent: string | undefined
}

/** The arguments of a command and the agent they name. */
export interface ChosenAgent {
  readonly args: readonly string[]
  /** The id of the agent, if known. */
  readonly agent?: string
  /** Set if the agent uses another provider, whose models Capstan does not know. */
  readonly provider?: { readonly model?: string }
  /** The agent is the default agent, or no default agent is set. */
  readonly isDefault?: boolean
}

/**
 * Adds the default agent to the arguments of a command if they name no agent. A single argument that is not an agent is
 * the prompt, unless it looks like a mistyped agent.
 */
export async function withDefaultAgent(
  name: string,
  { args, values, agent }: AgentCall,
): Promise<ChosenAgent> {
  const [first] = args
  if (acpCommand(values) !== undefined || first === 'auto') return { args }
  const registry = await knownAgents(values)
  const idOf = (typed: string): string | undefined => {
    try {
      return registry.get(typed).id
    } catch {
      // The command itself reports an unknown name.
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
  const named = first === undefined ? undefined : idOf(first)
  const defaultAgent = agent === undefined ? undefined : idOf(agent)
  if (named !== undefined)
    return { args, ...about(named), isDefault: agent === undefined || named === defaultAgent }
  const ids = registry.list().map(({ id }) => id)
  const isPrompt = first === undefined || (name === 'run' && args.length === 1 && isText(first, ids))
  if (agent === undefined || !isPrompt) return { args }
  return {
    args: [agent, ...args],
    ...(defaultAgent === undefined ? {} : about(defaultAgent)),
    isDefault: true,
  }
}

function isText(argument: string, agents: readonly string[]): boolean {
  return /\s/.test(argument) || nearestName(argument, agents) === undefined
}
