import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import type { Command, Invocation, Option } from '../../command.ts'
import { startProgress } from '../../output/progress.ts'
import { UsageError } from '../../usage-error.ts'
import { withAcpAgent } from '../acp-agent.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { runOptions } from '../run/option-list.ts'
import { reportText } from './report-text.ts'
import { withDaemon } from './daemon.ts'

/** Options of `capstan run` that also apply to a session. */
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
  'sandbox',
  'allow-host',
  'allow-read',
  'allow-write',
  'strict',
  'acp',
  'agents',
]

const ownOptions: readonly Option[] = [
  { name: 'name', value: '<name>', help: 'name of the session (default: name of the agent)' },
  {
    name: 'handle',
    value: '<handle>',
    help: 'handle of the session, used as @handle (default: from the name)',
  },
  {
    name: 'permissions',
    value: '<policy>',
    help: 'permission policy: allow-reads, allow or deny (default: allow-reads)',
  },
  {
    name: 'snapshot',
    value: '<file>',
    help: 'open the session that capstan session snapshot printed; name no agent',
  },
  { name: 'no-tools', help: 'do not give the agent tools to message others' },
]

const usage = '<agent>'

export const newSession: Command = {
  description:
    'Starts a session with an agent and shows its capabilities. It runs until you release it. The agent gets the\n' +
    'environment of the session daemon and the variables of --env.',
  usage,
  options: [...ownOptions, ...runOptions.filter(({ name }) => shared.includes(name))],
  maxArguments: 1,
  stopsItself: true,
  examples: [
    'capstan session new sim --name Ada',
    'capstan session new claude --name Reviewer --model opus --permissions allow-reads',
    'capstan session new --snapshot ada.json',
  ],
  async run({ values, arguments: args, output, signal }) {
    const [file] = values.get('snapshot') ?? []
    if (file !== undefined) {
      const report = await openSnapshot(file, { values, signal })
      output.data(report, () => reportText(report, output.style))
      return 0
    }
    const [typed] = await withAcpAgent(args, values, 1)
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
      // The daemon has no terminal.
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
        const warning = `${agent} does not support MCP servers: it receives messages but has no tools to message others`
        output.note({ warning }, () => `warning: ${warning}`)
      }
    } finally {
      progress.stop()
    }
    return 0
  },
}

/** Opens a session from a snapshot, with the variables that it names and those of --env. */
async function openSnapshot(
  file: string,
  { values, signal }: Pick<Invocation, 'values' | 'signal'>,
): Promise<SessionReport> {
  const [{ readFile }, { parseJsonInput }, { variablesOf }] = await Promise.all([
    import('node:fs/promises'),
    import('../../input.ts'),
    import('./variables.ts'),
  ])
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--snapshot ${file} cannot be read: ${error.code ?? error.message}`)
  })
  const snapshot = parseJsonInput(text, file)
  const params = { snapshot, ...variablesOf(snapshot, values) }
  return withDaemon((daemon) => daemon.request('session.open', params, signal))
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

/** The absolute path of the file with the user's own agents. */
function ownAgents(values: ReadonlyMap<string, readonly string[]>): { agents?: string } {
  const file = values.get('agents')?.[0] ?? process.env['CAPSTAN_AGENTS'] ?? ''
  return file === '' ? {} : { agents: process.getBuiltinModule('node:path').resolve(file) }
}

/** The folder whose configuration the daemon reads, with the trust at that time. */
function configured(values: ReadonlyMap<string, readonly string[]>): { config?: string } {
  if (values.has('no-config')) return {}
  return { config: process.getBuiltinModule('node:path').resolve(values.get('cwd')?.[0] ?? '.') }
}
