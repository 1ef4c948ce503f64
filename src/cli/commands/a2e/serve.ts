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
import { givenToken, tokenOptions } from './token.ts'

/** What is on unless plugins are named: nothing that starts a program. */
const usual = ['tools', 'toolkits', 'skill', 'memory', 'env', 'chains', 'learning']

/** What the agents may do without being asked; nobody is there to be asked. */
const policies = ['allow-reads', 'allow', 'deny'] as const

export const serve: Command = {
  description:
    'Serves agents that speak A2E: one on stdin and stdout, or many over HTTP with --http.\n' +
    `The plugins are ${usual.join(', ')} if none are named; proc, mcp and agents start programs and are on only by name.\n` +
    'With agents, the coding agents of this machine are tools: they may read in the folder, and more with --permissions.',
  usage: '[--stdio | --http]',
  options: [
    { name: 'stdio', help: 'serve one agent on stdin and stdout; this is so if nothing is said' },
    { name: 'http', help: 'listen on 127.0.0.1; a token is made and shown if none is given' },
    { name: 'port', value: '<port>', help: 'the port to listen on; 8765 if not given, 0 for a free one' },
    { name: 'host', value: '<address>', help: 'the address to listen on; 127.0.0.1 if not given' },
    { name: 'plugins', value: '<names>', help: 'the plugins, divided by commas' },
    {
      name: 'permissions',
      value: '<policy>',
      help: 'what the agents may do: allow-reads (the usual), allow or deny',
    },
    { name: 'allow-commands', help: 'let the plugin tools run commands in the folder' },
    { name: 'root', value: '<folder>', help: 'the folder the plugins work in; this one if not given' },
    { name: 'state', value: '<folder>', help: 'the folder in which memory and feedback are kept' },
    { name: 'verbose', help: 'tell on stderr what goes wrong inside' },
    mcpOption,
    variableOption,
    ...tokenOptions,
  ],
  maxArguments: 0,
  examples: [
    'capstan a2e serve --stdio --plugins tools,memory',
    'capstan a2e serve --http --port 0 --root ./project --json',
    'capstan a2e serve --stdio --plugins tools,agents',
  ],
  stopsItself: true,
  async run(invocation) {
    const { values } = invocation
    if (values.has('stdio') && values.has('http'))
      throw new UsageError('--stdio and --http exclude each other')
    await (values.has('http') ? overHttp(invocation) : onStdio(invocation))
    return 0
  },
}

async function onStdio({ values, signal }: Invocation): Promise<void> {
  for (const name of ['port', 'host'])
    if (values.has(name)) throw new UsageError(`--${name} goes with --http`)
  const host = await openHost(values, await givenToken(values))
  const { serveStdio } = await import('../../../a2e/transports/stdio-server.ts')
  const server = serveStdio(host)
  signal.addEventListener('abort', () => void server.close())
  await server.closed
  await host.close()
}

async function overHttp({ values, output, signal }: Invocation): Promise<void> {
  const given = await givenToken(values)
  const token = given ?? makeToken()
  const port = portOption(values)
  const [hostname] = values.get('host') ?? []
  const host = await openHost(values, token)
  const { serveHttp } = await import('../../../a2e/transports/http-server.ts')
  try {
    const server = await serveHttp(host, {
      ...(port === undefined ? {} : { port }),
      ...(hostname === undefined ? {} : { hostname }),
    })
    signal.addEventListener('abort', () => void server.close())
    if (given === undefined) output.note({ token }, () => `The token of this host is ${token}`)
    output.data({ url: server.url }, () => `Listening on ${server.url}`)
    await server.closed
  } finally {
    await host.close()
  }
}

async function openHost(values: Invocation['values'], token: string | undefined): Promise<A2EHost> {
  const { createHost } = await import('../../../a2e/host.ts')
  const { builtInPlugins } = await import('../../../a2e/plugins/index.ts')
  const path = await import('node:path')
  const [state] = values.get('state') ?? []
  const names = (values.get('plugins')?.[0]?.split(',') ?? usual).map((name) => name.trim())
  const builtIn = builtInPlugins(
    names.filter((name) => name !== 'agents'),
    {
      ...(state === undefined ? {} : { stateFolder: path.resolve(state) }),
      ...(values.has('allow-commands') ? { tools: { allow: ['filesystem', 'command'] } } : {}),
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
  const permissions = policies.find((policy) => policy === typed)
  if (permissions === undefined) {
    throw new UsageError(`--permissions ${typed} is not a policy`, `Give one of ${policies.join(', ')}.`)
  }
  const { agentsPlugin } = await import('../../../gateway/a2e/agents-plugin.ts')
  const surroundings = await readSurroundings(values, warn)
  return agentsPlugin({ client: await openClient(values), run: { ...surroundings, permissions } })
}
