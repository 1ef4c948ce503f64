import type { AgentAdapter } from '../../../agents/adapter.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { Command, Invocation } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { startProgress } from '../../output/progress.ts'
import { shortText, shortValue } from '../../output/short-text.ts'
import { UsageError } from '../../usage-error.ts'
import { acpCommand, acpOption, variableOption, withAcpAgent } from '../acp-agent.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, openClient } from '../known-agents.ts'
import { environmentOption } from '../run/values.ts'
import { printConversion } from './account.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'
import { allFacts, basisText, supportText } from './fact-rows.ts'
import { withNamedModel } from './model-profile.ts'
import { noteUnknownIds } from './unknown-ids.ts'

const usage = '<agent> [--model <model>] [--live] [--as <ecosystem>] [--explain <id>]…'
/** The commands that can stand in the agent's place; their own list loads this file. */
const siblings = ['convert', 'check', 'explain', 'list']

export const agentCapabilities: Command = {
  description: 'Shows what an agent can do, what that rests on, and what nobody knows.',
  usage,
  options: [
    { name: 'model', value: '<model>', help: 'with this model, whose facts beat those of the agent' },
    ecosystemOption('as', 'print it as a declaration in that shape'),
    { name: 'live', help: 'start the agent and ask it; what it advertises beats what Capstan knows' },
    { name: 'explain', value: '<id>', repeats: true, help: 'show all evidence about a capability' },
    variableOption,
    acpOption,
    agentsOption,
  ],
  maxArguments: 1,
  examples: [
    'capstan capabilities claude --model opus',
    'capstan capabilities codex --as acp',
    'capstan capabilities gemini --explain thinking.effort',
    'capstan capabilities --acp "my-agent --stdio"',
  ],
  async run({ values, arguments: words, output }) {
    const [typed] = await withAcpAgent(words, values, 1)
    const agent = await findAgent(requiredArgument(typed, 'agent', `capabilities ${usage}`), {
      commands: siblings,
      values,
    })
    const as = values.has('as') ? readEcosystem(values, 'as') : undefined
    const ids = values.get('explain')
    if (as !== undefined && ids !== undefined) throw new UsageError('--as and --explain exclude each other')
    const [model] = values.get('model') ?? []
    // Of one that nobody knows, even its version is for it to tell.
    const isUnknown = acpCommand(values) !== undefined
    const known = isUnknown ? agent.profile : await installedProfile(agent)
    const own =
      isUnknown || values.has('live') ? await withLiveAnswer(known, agent.id, { values, output }) : known
    const profile = model === undefined ? own : await withNamedModel(own, agent.id, model)
    if (as !== undefined) {
      const { writeDeclaration } = await import('../../../capabilities/convert.ts')
      printConversion(writeDeclaration(as, profile), as, output)
    } else if (ids !== undefined) await printExplanations(profile, ids, output)
    else await printTable(profile, agent, output)
    return 0
  },
}

/** The agent's profile, weighed for the version that is installed here. */
async function installedProfile({ definition, profile }: AgentAdapter): Promise<CapabilityProfile> {
  const [{ detect }, { definitionProfile }] = await Promise.all([
    import('../../../agents/detect.ts'),
    import('../../../agents/definition-profile.ts'),
  ])
  const { version } = await detect(definition)
  return version === undefined ? profile : definitionProfile(definition, version)
}

/** Adds what the agent says of itself, asked now. */
async function withLiveAnswer(
  known: CapabilityProfile,
  agent: string,
  { values, output }: Pick<Invocation, 'values' | 'output'>,
): Promise<CapabilityProfile> {
  const [client, { mergeProfiles }, { toProfile }] = await Promise.all([
    openClient(values),
    import('../../../capabilities/index.ts'),
    import('../../../capabilities/ecosystems/acp/index.ts'),
  ])
  const progress = startProgress(output, { text: `Asking ${agent}…`, after: 1000 })
  try {
    const env = environmentOption(values, process.env)
    const { answer, at } = await client.probe(agent, env === undefined ? {} : { env })
    // A bridge answers with its own version; what it says holds for the agent behind it as it is installed.
    const said = toProfile(answer, { subject: known.subject, at })
    return mergeProfiles(known.subject, [known, said])
  } finally {
    progress.stop()
  }
}

async function printExplanations(
  profile: CapabilityProfile,
  ids: readonly string[],
  output: Output,
): Promise<void> {
  const { explain, explanationText } = await import('../../../capabilities/index.ts')
  const explanations = ids.map((id) => explain(profile, id))
  output.data(explanations, () => explanations.map(explanationText).join('\n'))
  const silent = explanations.filter(({ evidence }) => evidence.length === 0)
  await noteUnknownIds(
    silent.map(({ id }) => id),
    output,
  )
}

async function printTable(
  profile: CapabilityProfile,
  { definition }: AgentAdapter,
  output: Output,
): Promise<void> {
  const { style } = output
  const facts = await allFacts(profile)
  output.data({ subject: profile.subject, facts }, () => {
    const rows = facts.map((fact) => [
      style.bold(fact.id),
      supportText(fact, style),
      shortValue(fact.value, 40),
      style.dim(shortText(basisText(fact, profile.subject), 70)),
    ])
    const groups = Map.groupBy(columns(rows, '').split('\n').entries(), ([index]) =>
      groupOf(facts[index]?.id),
    )
    const text = Array.from(groups.values(), (lines) => lines.map(([, line]) => line).join('\n'))
    const counts = ['supported', 'unsupported', 'unknown'].map(
      (word) => `${facts.filter(({ support }) => support === word).length} ${word}`,
    )
    const { version } = profile.subject
    const installed = version === undefined ? '' : ` ${version} is installed.`
    const simulated = definition.simulated ? ' It is simulated: there is no model behind it.' : ''
    return `${text.join('\n\n')}\n\n${counts.join(', ')}.${installed}${simulated}`
  })
}

/** What stands before the first dot: the subject of a capability. */
function groupOf(id = ''): string {
  return id.split('.', 1)[0] ?? ''
}
