import { CapstanError } from '../../core/capstan-error.ts'
import type { Client } from '../../run/client.ts'
import type { ProbeOptions, ProbeResult } from '../../run/probe.ts'
import type { Command } from '../command.ts'
import { exitCodeFor } from '../exit-codes.ts'
import { columns } from '../output/columns.ts'
import { startProgress } from '../output/progress.ts'
import type { Output } from '../output/output.ts'
import { acpOption, variableOption, withAcpAgent } from './acp-agent.ts'
import { findAgent } from './agent-argument.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { durationOption, environmentOption } from './run/values.ts'

/** The result for one agent. */
type Probed = (ProbeResult & { durationMs: number }) | { agent: string; error: CapstanError }

export const probe: Command = {
  description:
    'Starts each agent, reads the capabilities it advertises, and stops it. Opens no session and calls no model.\n' +
    'Without names, probes every installed agent.',
  usage: '[<agent>…]',
  options: [
    { name: 'timeout', value: '<time>', help: 'timeout per agent, such as 30s (default: 1m)' },
    variableOption,
    acpOption,
    agentsOption,
  ],
  maxArguments: 32,
  examples: ['capstan probe', 'capstan probe claude codex --json', 'capstan probe --acp "my-agent --stdio"'],
  stopsItself: true,
  async run({ values, arguments: args, output, signal }) {
    const typed = await withAcpAgent(args, values, 1)
    const env = environmentOption(values, process.env)
    const timeoutMs = durationOption(values, 'timeout') ?? 60_000
    const ids = await Promise.all(typed.map(async (name) => (await findAgent(name, { values })).id))
    const client = await openClient(values)
    const names = ids.length > 0 ? ids : await installedAgents(client)
    const progress = startProgress(output, { text: `Asking ${names.join(', ')}…`, after: 1000 })
    const probed = await Promise.all(
      names.map((agent) => ask(client, agent, { timeoutMs, signal, ...(env === undefined ? {} : { env }) })),
    )
    progress.stop()
    output.data(probed, () => tableOf(probed, output))
    const failed = probed.find((one) => 'error' in one)
    return failed !== undefined && 'error' in failed ? exitCodeFor(failed.error.code) : 0
  },
}

async function installedAgents(client: Client): Promise<string[]> {
  return (await client.detect()).filter(({ available }) => available).map(({ id }) => id)
}

async function ask(client: Client, agent: string, options: ProbeOptions): Promise<Probed> {
  const began = performance.now()
  try {
    const result = await client.probe(agent, options)
    return { ...result, durationMs: Math.round(performance.now() - began) }
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    return { agent, error }
  }
}

const columnsOf = {
  load: 'loadSession',
  resume: 'resumeSession',
  fork: 'forkSession',
  list: 'listSessions',
  close: 'closeSession',
  dirs: 'additionalDirectories',
} as const

function tableOf(probed: readonly Probed[], { style, width }: Output): string {
  const mark = (works: boolean): string => (works ? style.good('yes') : style.dim('no'))
  const head = ['AGENT', 'VERSION', 'ACP', 'MS', ...Object.keys(columnsOf), 'mcp', 'prompt'].map(style.dim)
  const rows = probed.map((one) => {
    if ('error' in one) return [style.bold(one.agent), style.warn(one.error.message)]
    const { agent, version, protocolVersion, capabilities, durationMs } = one
    return [
      style.bold(agent),
      version ?? 'unknown',
      `v${protocolVersion}`,
      String(durationMs),
      ...Object.values(columnsOf).map((field) => mark(capabilities[field])),
      named(capabilities.mcp),
      named(capabilities.prompt),
    ]
  })
  const answered = rows.filter((row) => row.length > 2)
  const silent = rows.filter((row) => row.length === 2)
  return [
    ...(answered.length === 0 ? [] : [columns([head, ...answered], { indent: '', width })]),
    ...silent.map((row) => row.join('  ')),
  ].join('\n')
}

/** The names of the supported fields. */
function named(part: object): string {
  return Object.entries(part)
    .flatMap(([name, works]) => (works ? [name] : []))
    .join(' ')
}
