import { permissionsWithRules, sandboxOf, sandboxOption } from '../run/rule-options.ts'
import type { A2EHost } from '../../../a2e/host.ts'
import type { Plugin } from '../../../a2e/plugin.ts'
import { makeToken } from '../../../core/token.ts'
import type { Command, Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { variableOption } from '../acp-agent.ts'
import { readSurroundings } from '../configuration/surroundings.ts'
import { openClient } from '../known-agents.ts'
import { mcpOption } from '../run/option-list.ts'
import { portOption } from '../serve/options.ts'
import { mcpConfigOption, readMcpConfigs } from './mcp-config.ts'
import { mcpQuestions, samplingOption } from './mcp-questions.ts'
import { givenToken, tokenOptions } from './token.ts'

/** The default plugins: none of them starts a program. */
const defaultPlugins = ['tools', 'toolkits', 'skill', 'memory', 'env', 'chains', 'learning']

/** `ask` is missing, because no person can answer. */
const policies = ['allow-reads', 'allow', 'deny'] as const

export const serve: Command = {
  description:
    'Serves A2E agents: one on stdin and stdout, or many over HTTP with --http.\n' +
    `Default plugins: ${defaultPlugins.join(', ')}. The plugins proc, mcp and agents start programs, so name them to enable them.\n` +
    'The plugin agents offers the coding agents on this machine as tools; they may read the folder, or more with --permissions.',
  usage: '[--stdio | --http]',
  options: [
    { name: 'stdio', help: 'serve one agent on stdin and stdout (default)' },
    { name: 'http', help: 'listen on 127.0.0.1; prints a new token unless one is set' },
    { name: 'port', value: '<port>', help: 'port to listen on, 0 for any free port (default: 8765)' },
    { name: 'host', value: '<address>', help: 'address to listen on (default: 127.0.0.1)' },
    { name: 'plugins', value: '<names>', help: 'plugins to enable, separated by commas' },
    {
      name: 'permissions',
      value: '<policy>',
      help: 'permission policy: allow-reads, allow or deny (default: allow-reads)',
    },
    sandboxOption,
    { name: 'allow-commands', help: 'let the plugin tools run commands' },
    { name: 'root', value: '<folder>', help: 'working folder of the plugins (default: current folder)' },
    { name: 'state', value: '<folder>', help: 'folder for memory and feedback' },
    { name: 'verbose', help: 'log internal errors to stderr' },
    mcpConfigOption,
    samplingOption,
    mcpOption,
    variableOption,
    ...tokenOptions,
  ],
  maxArguments: 0,
  examples: [
    'capstan a2e serve --stdio --plugins tools,memory',
    'capstan a2e serve --http --port 0 --root ./project --json',
    'capstan a2e serve --stdio --plugins tools,agents',
    'capstan a2e serve --stdio --mcp-config mcp.json',
  ],
  stopsItself: true,
  async run(invocation) {
    const { values } = invocation
    if (values.has('stdio') && values.has('http'))
      throw new UsageError('--stdio and --http cannot be combined')
    if (values.has('sampling') && !values.has('mcp-config'))
      throw new UsageError('--sampling needs --mcp-config')
    await (values.has('http') ? overHttp(invocation) : onStdio(invocation))
    return 0
  },
}

async function onStdio(invocation: Invocation): Promise<void> {
  const { values, signal } = invocation
  for (const name of ['port', 'host']) if (values.has(name)) throw new UsageError(`--${name} needs --http`)
  const host = await openHost(invocation, await givenToken(values))
  const { serveStdio } = await import('../../../a2e/transports/stdio-server.ts')
  const server = serveStdio(host)
  signal.addEventListener('abort', () => void server.close())
  await server.closed
  await host.close()
}

async function overHttp(invocation: Invocation): Promise<void> {
  const { values, output, signal } = invocation
  const given = await givenToken(values)
  const token = given ?? makeToken()
  const port = portOption(values)
  const [hostname] = values.get('host') ?? []
  const host = await openHost(invocation, token)
  const { serveHttp } = await import('../../../a2e/transports/http-server.ts')
  try {
    const server = await serveHttp(host, {
      ...(port === undefined ? {} : { port }),
      ...(hostname === undefined ? {} : { hostname }),
    })
    signal.addEventListener('abort', () => void server.close())
    if (given === undefined) output.note({ token }, () => `Token: ${token}`)
    output.data({ url: server.url }, () => `Listening on ${server.url}`)
    await server.closed
  } finally {
    await host.close()
  }
}

async function openHost(invocation: Invocation, token: string | undefined): Promise<A2EHost> {
  const { values } = invocation
  const { createHost } = await import('../../../a2e/host.ts')
  const { builtInPlugins } = await import('../../../a2e/plugins/index.ts')
  const path = await import('node:path')
  const [state] = values.get('state') ?? []
  const named = (values.get('plugins')?.[0]?.split(',') ?? defaultPlugins).map((name) => name.trim())
  const mcpServers = await readMcpConfigs(values, warn)
  const names = mcpServers === undefined ? named : [...named, 'mcp']
  const builtIn = builtInPlugins(
    names.filter((name) => name !== 'agents'),
    {
      ...(state === undefined ? {} : { stateFolder: path.resolve(state) }),
      ...(values.has('allow-commands') ? { tools: { allow: ['filesystem', 'command'] } } : {}),
      ...(mcpServers === undefined ? {} : { mcp: { mcpServers, ...(await mcpQuestions(invocation)) } }),
    },
  )
  const plugins = names.includes('agents') ? [...builtIn, await agents(values)] : builtIn
  return await createHost({
    plugins,
    root: path.resolve(values.get('root')?.[0] ?? '.'),
    ...(token === undefined ? {} : { token }),
    ...(values.has('verbose') ? { log: (text: string) => void process.stderr.write(`${text}\n`) } : {}),
  })
}

function warn(message: string): void {
  process.stderr.write(`warning: ${message}\n`)
}

async function agents(values: Invocation['values']): Promise<Plugin> {
  const [typed = 'allow-reads'] = values.get('permissions') ?? []
  const policy = policies.find((one) => one === typed)
  if (policy === undefined) {
    throw new UsageError(`--permissions ${typed} is not a policy`, `Use one of ${policies.join(', ')}.`)
  }
  const { permissions, warnings } = permissionsWithRules(values, {
    policy,
    standard: policy,
    cwd: process.cwd(),
  })
  for (const warning of warnings) warn(warning)
  const sandbox = sandboxOf(values)
  const { agentsPlugin } = await import('../../../gateway/a2e/agents-plugin.ts')
  const surroundings = await readSurroundings(values, warn)
  return agentsPlugin({
    client: await openClient(values),
    run: {
      ...surroundings,
      ...(permissions === undefined ? {} : { permissions }),
      ...(sandbox === undefined ? {} : { sandbox }),
    },
  })
}
