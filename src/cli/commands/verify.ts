import type { Client } from '../../run/client.ts'
import type { CheckName } from '../../testing/contract/check-name.ts'
import type { VerificationReport } from '../../verify/report.ts'
import type { Command, Invocation } from '../command.ts'
import type { ExitCode } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'
import { acpOption, variableOption, withAcpAgent } from './acp-agent.ts'
import { findAgent } from './agent-argument.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { readPolicies } from './verify/read-policies.ts'
import { readChecks } from './verify/read-checks.ts'
import { readSetup } from './verify/read-setup.ts'
import { progressPrinter } from './verify/progress-lines.ts'
import { summaryText } from './verify/summary-text.ts'
import { requireWritable, writeReports } from './verify/write-reports.ts'

const usage = '<agent>… | --all | --stale | --acp <command>'

export const verify: Command = {
  description:
    'Tries every claim of installed agents by experiment, in a home, a workspace and a network of their own, with a model\n' +
    'provider on this machine. Needs no login, calls no model, and leaves your configuration and sessions alone. The\n' +
    'results become evidence about the installed version. Exits with 6 if something advertised does not work, and with 1\n' +
    'if an agent could not be tried at all.',
  usage,
  options: [
    { name: 'all', help: 'verify every installed agent' },
    { name: 'stale', help: 'only checks without a result for the installed version' },
    { name: 'check', value: '<name>', repeats: true, help: 'only this check; may be repeated or a list' },
    {
      name: 'policy',
      value: '<name>',
      repeats: true,
      help: 'in place of the checks, let a hostile model try to escape from deny, allow-reads, ask, or all of them',
    },
    { name: 'sandbox', help: 'start every check in the sandbox; the results are not stored' },
    { name: 'report', value: '<file>', help: 'write the results as an HTML page' },
    { name: 'junit', value: '<file>', help: 'write the results as JUnit XML, for CI' },
    { name: 'badge', value: '<file>', help: 'write a badge as SVG' },
    {
      ...variableOption,
      help: 'pass a variable to the agent; {provider} stands for the URL of the model provider',
    },
    {
      name: 'home',
      value: '<folder>',
      help: "copy these files into the agent's home; {provider} in them is replaced too",
    },
    acpOption,
    agentsOption,
  ],
  maxArguments: 32,
  examples: [
    'capstan verify claude',
    'capstan verify --all --report report.html',
    'capstan verify --stale',
    'capstan verify claude --policy all',
    'capstan verify --acp "my-agent --stdio" --env OPENAI_BASE_URL={provider}/v1 --junit results.xml',
  ],
  stopsItself: true,
  async run({ values, arguments: args, output, signal }) {
    const client = await openClient(values)
    const named = await namedAgents(args, values, client)
    const asked = await readChecks(values)
    const checksOf = values.has('stale') ? await staleChecks(client, named, asked) : () => asked
    const agents = named.filter((agent) => checksOf(agent)?.length !== 0)
    for (const agent of named.filter((one) => !agents.includes(one))) {
      output.note({ agent, status: 'current' }, () => `${agent}: every check has a result for this version`)
    }
    requireWritable(values)
    requireOneKind(values)
    const setup = await readSetup(values)
    const { verifyAgents } = await import('../../verify/verify-agents.ts')
    const report = await verifyAgents({
      client,
      agents,
      checks: (agent) => checksOf(agent),
      policies: readPolicies(values),
      setup,
      sandbox: values.has('sandbox'),
      signal,
      onEvent: progressPrinter(output),
    })
    await writeReports(values, report)
    output.data(report, () => summaryText(report, output))
    return exitCodeOf(report)
  },
}

/** The agents of the command line. @throws UsageError without any. */
async function namedAgents(
  args: readonly string[],
  values: Invocation['values'],
  client: Client,
): Promise<string[]> {
  const typed = await withAcpAgent(args, values, 1)
  if (typed.length > 0 && values.has('all'))
    throw new UsageError('--all and the name of an agent cannot be combined')
  if (typed.length > 0) {
    const ids = await Promise.all(typed.map(async (name) => (await findAgent(name, { values })).id))
    return [...new Set(ids)]
  }
  if (!values.has('all') && !values.has('stale')) {
    throw new UsageError('The agent is missing', `Use capstan verify ${usage}.`)
  }
  return (await client.detect()).filter(({ available }) => available).map(({ id }) => id)
}

/** The checks of each agent that have no result for the installed version. */
async function staleChecks(
  client: Client,
  agents: readonly string[],
  asked: readonly CheckName[] | undefined,
): Promise<(agent: string) => readonly CheckName[]> {
  const { staleChecksOf } = await import('../../verify/stale-checks.ts')
  const found = new Map<string, readonly CheckName[]>()
  for (const agent of agents) {
    const { definition } = client.adapters.get(agent)
    const detection = definition.knownOnlyLive ? undefined : await client.adapters.detect(agent)
    found.set(agent, staleChecksOf(definition, detection, asked))
  }
  return (agent) => found.get(agent) ?? []
}

/** @throws UsageError for options about checks beside --policy */
function requireOneKind(values: Invocation['values']): void {
  const [other] = ['check', 'stale', 'badge', 'sandbox'].filter((name) => values.has(name))
  if (!values.has('policy') || other === undefined) return
  throw new UsageError(
    `--policy and --${other} cannot be combined`,
    'Verify the checks and the policies one after the other.',
  )
}

function exitCodeOf({ agents }: VerificationReport): ExitCode {
  if (agents.some(({ defects }) => defects.length > 0)) return 6
  return agents.every(({ isTried }) => isTried) ? 0 : 1
}
