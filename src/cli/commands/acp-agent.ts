import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Invocation, Option } from '../command.ts'
import { shellArgument } from '../output/shell-argument.ts'
import { UsageError } from '../usage-error.ts'

export const acpOption: Option = {
  name: 'acp',
  value: '<command>',
  help: 'start any ACP agent with this command, instead of a known agent',
}

export const variableOption: Option = {
  name: 'env',
  value: '<name[=value]>',
  repeats: true,
  help: 'pass a variable to the agent (current value if omitted)',
}

/** The value of --acp. */
export function acpCommand(values: Invocation['values']): string | undefined {
  return values.get('acp')?.[0]
}

/** The agent definition for --acp. */
export async function acpDefinition(values: Invocation['values']): Promise<AgentDefinition> {
  const { definitionOfCommand } = await import('../../agents/definition/command-definition.ts')
  return definitionOfCommand(acpCommand(values) ?? '')
}

/**
 * The arguments of a command that starts with an agent; with `--acp`, adds the id of that agent.
 * @throws UsageError if an agent is named as well.
 */
export async function withAcpAgent(
  args: readonly string[],
  values: Invocation['values'],
  most: number,
): Promise<readonly string[]> {
  if (acpCommand(values) === undefined) return args
  if (values.has('agents')) throw new UsageError('--acp and --agents cannot be combined')
  const [first = ''] = args
  if (args.length >= most) {
    throw new UsageError(`Unexpected argument ${first}`, 'Do not name an agent with --acp.')
  }
  if (args.length > 1 && (await isKnownAgent(first))) {
    const next = 'Remove one of them, or quote the prompt.'
    throw new UsageError(`--acp and the agent ${first} cannot be combined`, next)
  }
  return [(await acpDefinition(values)).id, ...args]
}

async function isKnownAgent(name: string): Promise<boolean> {
  const [{ agentCatalog }, { otherNamesOf }] = await Promise.all([
    import('../../agents/catalog.ts'),
    import('../../agents/agent-names.ts'),
  ])
  const definitions = Object.values(agentCatalog)
  return definitions.some((definition) => [definition.id, ...otherNamesOf(definition)].includes(name))
}

/** The arguments that name the agent on a command line. */
export function agentArguments(agent: string, values: Invocation['values']): string {
  const command = acpCommand(values)
  return command === undefined ? agent : `--acp ${shellArgument(command)}`
}
