import type { AgentAdapter } from '../../../agents/adapter.ts'
import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import type { Transport } from '../../../capabilities/evidence.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { Client } from '../../../run/client.ts'
import type { ProfileQuery } from '../../../run/profiles/profiles.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { startProgress } from '../../output/progress.ts'
import { wrapText } from '../../output/wrap.ts'
import { UsageError } from '../../usage-error.ts'
import { acpCommand, acpOption, variableOption, withAcpAgent } from '../acp-agent.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, openClient } from '../known-agents.ts'
import { environmentOption } from '../run/values.ts'
import { printConversion } from './account.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'
import { allFacts, detailText, standings, supportText } from './fact-rows.ts'
import { noteUnknownIds } from './unknown-ids.ts'

const usage =
  '<agent> [--model <model>] [--transport <transport>] [--live] [--all] [--as <ecosystem>] [--explain <id>]… [--history]'
/** Commands that can take the place of the agent. Not imported: their list loads this file. */
const siblings = ['convert', 'check', 'explain', 'list']

export const agentCapabilities: Command = {
  description: 'Shows what an agent can do, with the evidence, and what is unknown.',
  usage,
  options: [
    { name: 'model', value: '<model>', help: 'show the capabilities with this model' },
    { name: 'transport', value: '<transport>', help: 'acp or cli (default: the better of both)' },
    ecosystemOption('as', 'print a declaration in the format of an ecosystem'),
    { name: 'live', help: 'start the agent and read what it advertises' },
    { name: 'all', help: 'also show unknown capabilities' },
    { name: 'explain', value: '<id>', repeats: true, help: 'show all evidence about a capability' },
    { name: 'history', help: 'show what past versions could do, and since when' },
    variableOption,
    acpOption,
    agentsOption,
  ],
  maxArguments: 1,
  examples: [
    'capstan capabilities claude --model opus',
    'capstan capabilities codex --as acp',
    'capstan capabilities gemini --explain thinking.effort',
    'capstan capabilities opencode --history',
    'capstan capabilities --acp "my-agent --stdio"',
  ],
  async run({ values, arguments: args, output }) {
    const [typed] = await withAcpAgent(args, values, 1)
    const agent = await findAgent(requiredArgument(typed, 'agent', `capabilities ${usage}`), {
      commands: siblings,
      values,
    })
    if (values.has('history')) {
      const { printHistory } = await import('./history.ts')
      await printHistory(agent, values, output)
      return 0
    }
    const as = values.has('as') ? readEcosystem(values, 'as') : undefined
    const ids = values.get('explain')
    if (as !== undefined && ids !== undefined) throw new UsageError('--as and --explain cannot be combined')
    const client = await openClient(values)
    const env = environmentOption(values, process.env)
    // Nothing is known about an --acp agent before its handshake.
    if (acpCommand(values) !== undefined || values.has('live')) await probe(client, agent.id, { env, output })
    const [model] = values.get('model') ?? []
    const transport = readTransport(values.get('transport')?.[0])
    const query = { model, env, transport }
    const profile = await client.profile(agent.id, query)
    if (as !== undefined) {
      const { writeDeclaration } = await import('../../../capabilities/convert.ts')
      printConversion(writeDeclaration(as, profile), as, output)
    } else if (ids !== undefined) await printExplanations(profile, ids, output)
    else {
      const byTransport = transport === undefined ? await profilesByTransport(client, agent, query) : {}
      await printTable(profile, { definition: agent.definition, byTransport, all: values.has('all'), output })
    }
    return 0
  },
}

/** Starts the agent and reads its capabilities; every later profile uses them. */
async function probe(
  client: Client,
  agent: string,
  { env, output }: { env: Readonly<Record<string, string>> | undefined; output: Output },
): Promise<void> {
  const progress = startProgress(output, { text: `Asking ${agent}…`, after: 1000 })
  try {
    await client.probe(agent, env === undefined ? {} : { env })
  } finally {
    progress.stop()
  }
}

function readTransport(typed: string | undefined): Transport | undefined {
  if (typed === undefined || typed === 'acp' || typed === 'cli') return typed
  throw new UsageError(`Unknown transport ${typed}`, 'Use acp or cli.')
}

/** The profile of each transport, for an agent that has both. */
async function profilesByTransport(
  client: Client,
  { id, definition }: AgentAdapter,
  query: ProfileQuery,
): Promise<Partial<Record<Transport, CapabilityProfile>>> {
  const { transportsOf } = await import('../../../agents/definition/transports.ts')
  if (transportsOf(definition).length < 2) return {}
  const [overAcp, byCommandLine] = await Promise.all([
    client.profile(id, { ...query, transport: 'acp' }),
    client.profile(id, { ...query, transport: 'cli' }),
  ])
  return { acp: overAcp, cli: byCommandLine }
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

interface TableOptions {
  definition: AgentDefinition
  byTransport: Partial<Record<Transport, CapabilityProfile>>
  /** Whether unknown capabilities are shown too. */
  all: boolean
  output: Output
}

async function printTable(
  profile: CapabilityProfile,
  { definition, byTransport, all, output }: TableOptions,
): Promise<void> {
  const { style, width } = output
  const facts = await allFacts(profile, byTransport)
  output.data({ subject: profile.subject, facts }, () => {
    const shown = facts.filter(
      ({ standing }) => standing !== 'not-applicable' && (all || standing !== 'unknown'),
    )
    const longest = Math.max(...shown.map(({ id }) => id.length))
    const groups = Map.groupBy(shown, ({ id }) => groupOf(id))
    const text = Array.from(groups.values(), (group) =>
      columns(
        group.map((fact) => [
          style.bold(fact.id.padEnd(longest)),
          supportText(fact, style) + ' '.repeat('unsupported'.length - fact.support.length),
          style.dim(detailText(fact, profile.subject)),
        ]),
        { indent: '', width },
      ),
    )
    const counts = standings
      .map((name) => ({ name, count: facts.filter(({ standing }) => standing === name).length }))
      .filter(({ name, count }) => name !== 'not-applicable' || count > 0)
      .map(({ name, count }) => `${count} ${name.replace('-', ' ')}`)
    const { version } = profile.subject
    const installed = version === undefined ? '' : ` ${version} is installed.`
    const simulated = definition.simulated ? ' Simulated agent, no model.' : ''
    const hidden = all ? '' : ' --all also shows unknown capabilities.'
    const summary = `${counts.join(', ')}.${hidden}${installed}${simulated}`
    return `${text.join('\n\n')}\n\n${wrapText(summary, width).join('\n')}`
  })
}

/** The part before the first dot. */
function groupOf(id: string): string {
  return id.split('.', 1)[0] ?? ''
}
