import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Invocation, Option } from '../command.ts'
import { shellArgument } from '../output/shell-argument.ts'
import { UsageError } from '../usage-error.ts'

export const acpOption: Option = {
  name: 'acp',
  value: '<command>',
  help: 'instead of a known agent, any that speaks ACP, by the command that starts it',
}

export const variableOption: Option = {
  name: 'env',
  value: '<name[=value]>',
  repeats: true,
  help: 'a variable for the agent; its own value if not given',
}

/** The command of an agent that nobody knows, where one is given. */
export function acpCommand(values: Invocation['values']): string | undefined {
  return values.get('acp')?.[0]
}

/** What such a command is taken for. */
export async function acpDefinition(values: Invocation['values']): Promise<AgentDefinition> {
  const { definitionOfCommand } = await import('../../agents/definition/command-definition.ts')
  return definitionOfCommand(acpCommand(values) ?? '')
}

/**
 * The arguments of a command whose first is an agent: with `--acp` that one is left out and put in here.
 * @throws UsageError when an agent is named as well.
 */
export async function withAcpAgent(
  words: readonly string[],
  values: Invocation['values'],
  most: number,
): Promise<readonly string[]> {
  if (acpCommand(values) === undefined) return words
  if (values.has('agents')) throw new UsageError('--acp and --agents exclude each other')
  const [first = ''] = words
  if (words.length >= most) {
    throw new UsageError(`${first} is one argument too many`, 'With --acp no agent is named.')
  }
  if (words.length > 1 && (await isKnownAgent(first))) {
    const next = 'Leave out one of them, or quote the prompt.'
    throw new UsageError(`--acp and the agent ${first} exclude each other`, next)
  }
  return [(await acpDefinition(values)).id, ...words]
}

async function isKnownAgent(name: string): Promise<boolean> {
  const [{ agentCatalog }, { otherNamesOf }] = await Promise.all([
    import('../../agents/catalog.ts'),
    import('../../agents/agent-names.ts'),
  ])
  const definitions = Object.values(agentCatalog)
  return definitions.some((definition) => [definition.id, ...otherNamesOf(definition)].includes(name))
}

/** How the agent is named on a command line. */
export function agentWords(agent: string, values: Invocation['values']): string {
  const command = acpCommand(values)
  return command === undefined ? agent : `--acp ${shellArgument(command)}`
}
