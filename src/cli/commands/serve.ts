import { dataFolder } from '../../core/files/data-folder.ts'
import { ignore } from '../../core/ignore.ts'
import type { AutoAgentOptions } from '../../gateway/auto-agent.ts'
import type { LogEntry } from '../../gateway/log.ts'
import type { ThreadStore } from '../../gateway/threads/thread-store.ts'
import type { Command, Invocation } from '../command.ts'
import type { Output } from '../output/output.ts'
import { isTerminal } from '../output/print.ts'
import { storeOption, takeStoreAddress } from '../store-address.ts'
import { findAgent } from './agent-argument.ts'
import { attachedDefaultAgent } from './configuration/attached.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { variableOption } from './acp-agent.ts'
import { choiceOptions, mcpOption, needOption } from './run/option-list.ts'
import { permissionsWithRules, sandboxOf, sandboxOption } from './run/rule-options.ts'
import { amountOption, choiceOption, listOption } from './run/values.ts'
import { hasScreen, openBrowser } from './serve/browser.ts'
import { advertiseOption, hostsOption, openOption, originsOption, portOption } from './serve/options.ts'

const policies = ['ask', 'allow-reads', 'allow', 'deny'] as const
const defaultPort = 8787
/** How many ports to try without --port. */
const portTries = 20

export const serve: Command = {
  description:
    'Serves agents as AG-UI agents over HTTP, with a web page, on this machine only.\n' +
    'Without names, serves every known agent; sim needs no API key. Programs authenticate with the token in the token\n' +
    'file; a browser signs in with the one-time link. Ctrl-C stops the server and its agents; press it again to quit at\n' +
    'once.',
  usage: '[<agent>…]',
  options: [
    {
      name: 'port',
      value: '<number>',
      help: `port to listen on, 0 for any free port (default: first free port from ${defaultPort})`,
    },
    { name: 'host', value: '<address>', help: 'address to listen on (default: 127.0.0.1)' },
    { name: 'cwd', value: '<folder>', help: 'working folder of the agents (default: current folder)' },
    {
      name: 'permissions',
      value: '<policy>',
      help: `permission policy: ${policies.join(', ')} (default: ask the client)`,
    },
    { ...needOption, help: `for the agent name auto: ${needOption.help}` },
    ...choiceOptions.map((option) => ({ ...option, help: `for the agent name auto: ${option.help}` })),
    sandboxOption,
    { name: 'allow-unenforced', help: 'also serve agents that cannot enforce the policy' },
    { name: 'token-file', value: '<file>', help: 'token file, created if missing' },
    {
      name: 'allow-origin',
      value: '<origin>',
      repeats: true,
      help: 'allow browser requests from this origin (CORS)',
    },
    { name: 'allow-host', value: '<name>', repeats: true, help: 'allow requests to this host name too' },
    {
      name: 'keep-sessions',
      help: 'save the sessions of /api/sessions so that they can be resumed later',
    },
    { ...storeOption, help: `share the threads with other gateways: ${storeOption.help}` },
    {
      name: 'advertise',
      value: '<url>',
      help: 'with --store: where other gateways reach this one (default: the address it listens on)',
    },
    { name: 'detach', help: 'keep a run going when its client disconnects' },
    {
      name: 'open',
      help: 'open the link in a browser (default on a desktop terminal, not in CI)',
    },
    { name: 'no-open', help: 'do not open a browser' },
    { name: 'verbose', help: 'log every request and run, not just warnings and errors' },
    { name: 'link', help: 'print a new sign-in link for the gateway that is already running' },
    mcpOption,
    variableOption,
    agentsOption,
  ],
  maxArguments: 32,
  examples: ['capstan serve', 'capstan serve claude codex --port 0 --no-open', 'capstan serve sim --json'],
  stopsItself: true,
  async run(invocation) {
    const { values, arguments: typed, output, signal } = invocation
    const opens = openOption(values)
    const { tokenFile, ...settings } = await readOptions(invocation)
    const storeAt = takeStoreAddress(values)
    if (values.has('link')) {
      const { hostname = '127.0.0.1' } = settings
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      const url = `http://${host}:${portOption(values) ?? defaultPort}`
      const { askForLink } = await import('./serve/new-link.ts')
      const link = await askForLink({ url, tokenFile }, signal)
      output.data({ link }, () => link)
      return 0
    }
    const names = await Promise.all(typed.map(async (name) => (await findAgent(name, { values })).id))
    const [{ serve: listen }, client] = await Promise.all([
      import('../../gateway/serve.lazy.ts'),
      openClient(values),
    ])
    const agents = names.length === 0 ? client.adapters.list().map(({ id }) => id) : [...new Set(names)]
    const configured = attachedDefaultAgent(values)
    const preferred = configured === undefined ? undefined : (await findAgent(configured, { values })).id
    const warn = (message: string): void => output.note({ warning: message }, () => `warning: ${message}`)
    const shared = storeAt === undefined ? undefined : await openShared(storeAt, warn)
    const server = await listen({
      ...settings,
      ...(shared === undefined ? {} : { store: shared }),
      client,
      agents,
      // A configured agent that is not among the named ones is for other commands.
      ...(preferred !== undefined && agents.includes(preferred) ? { defaultAgent: preferred } : {}),
      tokenFile,
      log: (entry) => {
        if (entry.level !== 'info' || values.has('verbose')) output.note(entry, () => logText(entry))
      },
    }).catch(async (error: unknown) => {
      await shared?.close()
      throw error
    })
    const link = server.loginLink()
    printAddress(
      { url: server.url, port: server.port, link, tokenFile, agents },
      { isPortSet: values.has('port'), output },
    )
    const onScreen =
      !output.json &&
      hasScreen({
        platform: process.platform,
        environment: process.env,
        isTerminal: isTerminal('stdout'),
      })
    // A failure is ignored: the link is also printed.
    const forget = (opens ?? onScreen) ? await openBrowser(link).catch(ignore) : undefined
    await stopped(signal)
    forget?.()
    await server.close()
    return 0
  },
}

async function openShared(address: string, onWarning: (message: string) => void): Promise<ThreadStore> {
  const { openSharedThreadStore } = await import('../../gateway/threads/shared/open-shared-threads.lazy.ts')
  return openSharedThreadStore({ address, onWarning })
}

/** The options of the gateway. @throws UsageError before anything starts. */
async function readOptions({ values, output }: Invocation) {
  const [path, { readSurroundings }, { requirePaths }, { gatewayFiles }] = await Promise.all([
    import('node:path'),
    import('./configuration/surroundings.ts'),
    import('./run/documents.ts'),
    import('../../gateway/gateway-files.ts'),
  ])
  const text = (name: string): string | undefined => values.get(name)?.[0]
  const cwd = path.resolve(text('cwd') ?? '.')
  requirePaths({ cwd })
  const [hostname, port, sandbox] = [text('host'), portOption(values), sandboxOf(values)]
  const policy = choiceOption(values, 'permissions', policies)
  const { permissions, warnings } = permissionsWithRules(values, { policy, standard: 'ask', cwd })
  for (const warning of warnings) output.note({ warning }, () => `warning: ${warning}`)
  return {
    session: {
      cwd,
      ...(await readSurroundings(values, (warning) => output.note({ warning }, () => `warning: ${warning}`))),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(values.has('allow-unenforced') ? { allowUnenforced: true } : {}),
    },
    auto: autoOptions(values),
    allowedOrigins: originsOption(values),
    allowedHosts: hostsOption(values),
    keepSessions: values.has('keep-sessions'),
    ...advertiseOption(values),
    onDisconnect: values.has('detach') ? ('detach' as const) : ('cancel' as const),
    tokenFile: path.resolve(text('token-file') ?? gatewayFiles(dataFolder()).tokenFile),
    ...(port === undefined ? { portTries } : { port }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(permissions === undefined ? {} : { permissions }),
  }
}

/** The needs of the agent name `auto`. */
function autoOptions(values: Invocation['values']): AutoAgentOptions {
  const [needs, maxPrice] = [listOption(values, 'need'), amountOption(values, 'max-price')]
  return {
    ...(needs === undefined ? {} : { needs }),
    ...(maxPrice === undefined ? {} : { maxPrice }),
    ...(values.has('allow-unknown') ? { allowUnknown: true } : {}),
    ...(values.has('cheapest') ? { cheapest: true } : {}),
  }
}

interface Served {
  readonly url: string
  readonly port: number
  readonly link: string
  readonly tokenFile: string
  readonly agents: readonly string[]
}

/** Prints the address and the sign-in link. Never prints the token. */
function printAddress(
  { port, ...served }: Served,
  { isPortSet, output }: { isPortSet: boolean; output: Output },
): void {
  const { bold, dim } = output.style
  if (!isPortSet && port !== defaultPort) {
    const message = `Port ${defaultPort} is in use; listening on ${port}`
    output.note({ level: 'info', message }, () => message)
  }
  const { url, link, agents } = served
  output.data(served, () =>
    [
      `Serving ${agents.length === 1 ? agents[0] : `${agents.length} agents`} at ${bold(url)}`,
      `${dim('Open this link in a browser (valid once, for five minutes):')} ${link}`,
      dim('Press Ctrl-C to stop.'),
    ].join('\n'),
  )
}

function logText({
  at,
  event,
  method,
  path,
  status,
  agent,
  threadId,
  message,
  durationMs,
}: LogEntry): string {
  const parts = [at, event, method, path, status, agent, threadId, message, durationMs && `${durationMs} ms`]
  return parts.filter((part) => part !== undefined && part !== 0).join(' ')
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
