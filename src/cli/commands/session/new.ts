import type { Command, Option } from '../../command.ts'
import { startProgress } from '../../output/progress.ts'
import { withAcpAgent } from '../acp-agent.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { runOptions } from '../run/option-list.ts'
import { reportText } from './report-text.ts'
import { withDaemon } from './daemon.ts'

/** Those of `capstan run` that make sense for a session. */
const shared = [
  'model',
  'allow-unknown-model',
  'effort',
  'budget',
  'cwd',
  'add-dir',
  'mcp',
  'env',
  'system-prompt',
  'append-system-prompt',
  'transport',
  'strict',
  'acp',
  'agents',
]

const ownOptions: readonly Option[] = [
  { name: 'name', value: '<name>', help: 'what it is called; the name of the agent if not given' },
  { name: 'handle', value: '<handle>', help: 'what others write after the @; made of the name if not given' },
  {
    name: 'permissions',
    value: '<policy>',
    help: 'what the agent may do: allow-reads, allow or deny; allow-reads if not given',
  },
  { name: 'no-tools', help: 'do not give the agent the tools to write to others' },
]

const usage = '<agent>'

export const newSession: Command = {
  description:
    'Opens a session of an agent. It stays open until it is released; what it can do is known when it has answered, and\n' +
    'shown. The agent gets the variables that the daemon was started with, and those given here.',
  usage,
  options: [...ownOptions, ...runOptions.filter(({ name }) => shared.includes(name))],
  maxArguments: 1,
  stopsItself: true,
  examples: [
    'capstan session new sim --name Ada',
    'capstan session new claude --name Reviewer --model opus --permissions allow-reads',
  ],
  async run({ values, arguments: words, output, signal }) {
    const [typed] = await withAcpAgent(words, values, 1)
    const { id: agent } = await findAgent(requiredArgument(typed, 'agent', `session new ${usage}`), {
      values,
    })
    const [{ readDocuments, requirePaths }, { readRunOptions }] = await Promise.all([
      import('../run/documents.ts'),
      import('../run/read-options.ts'),
    ])
    const read = readRunOptions({ agent, prompt: '' }, values, {
      ...(await readDocuments(values)),
      cwd: process.cwd(),
      environment: process.env,
      // Nobody sits before a daemon.
      canAsk: false,
      json: true,
    })
    requirePaths(read.options)
    for (const warning of read.warnings) output.note({ warning }, () => `warning: ${warning}`)
    const { prompt: _, ...options } = read.options
    const progress = startProgress(output, { text: `Starting ${agent}…`, after: 1000, onlyTerminal: true })
    try {
      const report = await withDaemon((daemon) =>
        daemon.request(
          'session.open',
          {
            options: { cwd: process.cwd(), ...options },
            tools: !values.has('no-tools'),
            ...named(values, ['name', 'handle', 'acp']),
            ...ownAgents(values),
            ...configured(values),
          },
          signal,
        ),
      )
      progress.stop()
      output.data(report, () => reportText(report, output.style))
      const hasTools = report.capabilities?.actions?.invoke === true
      if (!hasTools && !values.has('no-tools')) {
        const warning = `${agent} takes no MCP servers: it gets messages, and has no tools to write to others`
        output.note({ warning }, () => `warning: ${warning}`)
      }
    } finally {
      progress.stop()
    }
    return 0
  },
}

function named(
  values: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value] = values.get(name) ?? []
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The file with agents of the user's own, as the daemon finds it. */
function ownAgents(values: ReadonlyMap<string, readonly string[]>): { agents?: string } {
  const file = values.get('agents')?.[0] ?? process.env['CAPSTAN_AGENTS'] ?? ''
  return file === '' ? {} : { agents: process.getBuiltinModule('node:path').resolve(file) }
}

/** Where the daemon finds the configuration: it reads it by itself, and trusts what the user trusts then. */
function configured(values: ReadonlyMap<string, readonly string[]>): { config?: string } {
  if (values.has('no-config')) return {}
  return { config: process.getBuiltinModule('node:path').resolve(values.get('cwd')?.[0] ?? '.') }
}
