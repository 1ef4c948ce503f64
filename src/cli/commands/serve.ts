import { dataFolder } from '../../core/files/data-folder.ts'
import { ignore } from '../../core/ignore.ts'
import type { LogEntry } from '../../gateway/log.ts'
import type { Command, Invocation } from '../command.ts'
import type { Output } from '../output/output.ts'
import { isTerminal } from '../output/print.ts'
import { findAgent } from './agent-argument.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { variableOption } from './acp-agent.ts'
import { mcpOption } from './run/option-list.ts'
import { wordOption } from './run/values.ts'
import { hasScreen, openBrowser } from './serve/browser.ts'
import { hostsOption, openOption, originsOption, portOption } from './serve/options.ts'

const policies = ['ask', 'allow-reads', 'allow', 'deny'] as const
const usualPort = 8787
/** How many ports are looked at when nobody asked for one. */
const portTries = 20

export const serve: Command = {
  description:
    'Serves agents as AG-UI agents over HTTP, with a page for browsers, on this machine alone, until it is stopped.\n' +
    'Without names, all that Capstan knows; sim needs no key. Programs need the token of the token file; a browser\n' +
    'comes in by the link, once. Ctrl-C ends it and its agents; a second one does not wait for them.',
  usage: '[<agent>…]',
  options: [
    {
      name: 'port',
      value: '<number>',
      help: `where it listens, 0 for any that is free; the first free one from ${usualPort} on if not given`,
    },
    { name: 'host', value: '<address>', help: 'the address it listens on; 127.0.0.1 if not given' },
    { name: 'cwd', value: '<folder>', help: 'where agents work; this folder if not given' },
    {
      name: 'permissions',
      value: '<policy>',
      help: `${policies.join(', ')}; clients are asked if not given`,
    },
    { name: 'sandbox', help: 'run agents in bubblewrap (Linux): files are limited, the network is not' },
    { name: 'allow-unenforced', help: 'serve also agents that cannot be held to the policy' },
    { name: 'token-file', value: '<file>', help: 'the file of the token, which is made if it is not there' },
    {
      name: 'allow-origin',
      value: '<origin>',
      repeats: true,
      help: 'allow browser requests from this origin (CORS)',
    },
    { name: 'allow-host', value: '<name>', repeats: true, help: 'another name it may be called by' },
    {
      name: 'keep-sessions',
      help: 'keeps the sessions of /api/sessions in a file, so that they can be resumed later',
    },
    { name: 'detach', help: 'lets runs go on whose client has gone' },
    {
      name: 'open',
      help: 'opens the link in a browser; done by itself in a terminal on a screen, but not in CI',
    },
    { name: 'no-open', help: 'opens no browser' },
    { name: 'verbose', help: 'log every request and run, not only warnings and errors' },
    { name: 'link', help: 'prints another link of the gateway that runs already, for one more browser' },
    mcpOption,
    variableOption,
    agentsOption,
  ],
  maxArguments: 32,
  examples: ['capstan serve', 'capstan serve claude codex --port 0 --no-open', 'capstan serve sim --json'],
  stopsItself: true,
  async run(invocation) {
    const { values, arguments: typed, output, signal } = invocation
    const wanted = openOption(values)
    const { tokenFile, ...asked } = await readOptions(invocation)
    if (values.has('link')) {
      const { hostname = '127.0.0.1' } = asked
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      const url = `http://${host}:${portOption(values) ?? usualPort}`
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
    const server = await listen({
      ...asked,
      client,
      agents,
      tokenFile,
      log: (entry) => {
        if (entry.level !== 'info' || values.has('verbose')) output.note(entry, () => logText(entry))
      },
    })
    const link = server.loginLink()
    tell(
      { url: server.url, port: server.port, link, tokenFile, agents },
      { isPortAsked: values.has('port'), output },
    )
    const onScreen =
      !output.json &&
      hasScreen({
        platform: process.platform,
        environment: process.env,
        isTerminal: isTerminal('stdout'),
      })
    // What keeps a browser from being opened keeps nobody from the link, which is printed.
    const forget = (wanted ?? onScreen) ? await openBrowser(link).catch(ignore) : undefined
    await stopped(signal)
    forget?.()
    await server.close()
    return 0
  },
}

/** What is asked of the gateway. @throws UsageError before anything is started. */
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
  const [hostname, port, permissions] = [
    text('host'),
    portOption(values),
    wordOption(values, 'permissions', policies),
  ]
  return {
    session: {
      cwd,
      ...(await readSurroundings(values, (warning) => output.note({ warning }, () => `warning: ${warning}`))),
      ...(values.has('sandbox') ? { sandbox: true } : {}),
      ...(values.has('allow-unenforced') ? { allowUnenforced: true } : {}),
    },
    allowedOrigins: originsOption(values),
    allowedHosts: hostsOption(values),
    keepSessions: values.has('keep-sessions'),
    onDisconnect: values.has('detach') ? ('detach' as const) : ('cancel' as const),
    tokenFile: path.resolve(text('token-file') ?? gatewayFiles(dataFolder()).tokenFile),
    ...(port === undefined ? { portTries } : { port }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(permissions === undefined ? {} : { permissions }),
  }
}

interface Served {
  readonly url: string
  readonly port: number
  readonly link: string
  readonly tokenFile: string
  readonly agents: readonly string[]
}

/** Where it is and how to get in. The token is in its file alone. */
function tell(
  { port, ...served }: Served,
  { isPortAsked, output }: { isPortAsked: boolean; output: Output },
): void {
  const { bold, dim } = output.style
  if (!isPortAsked && port !== usualPort) {
    const message = `Port ${usualPort} is taken; it listens on ${port}`
    output.note({ level: 'info', message }, () => message)
  }
  const { url, link, agents } = served
  output.data(served, () =>
    [
      `Capstan serves ${agents.length === 1 ? agents[0] : `${agents.length} agents`} at ${bold(url)}`,
      `${dim('Open this in a browser; it works once, for five minutes:')} ${link}`,
      dim('Ctrl-C ends it.'),
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
  const words = [at, event, method, path, status, agent, threadId, message, durationMs && `${durationMs} ms`]
  return words.filter((word) => word !== undefined && word !== 0).join(' ')
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
