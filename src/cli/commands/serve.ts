import type { LogEntry } from '../../gateway/log.ts'
import type { GatewayServer } from '../../gateway/server.ts'
import type { Command, Invocation } from '../command.ts'
import type { Output } from '../output/output.ts'
import { isTerminal } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'
import { findAgent } from './agent-argument.ts'
import { agentsOption, openClient } from './known-agents.ts'
import { wordOption } from './run/values.ts'

const policies = ['ask', 'allow-reads', 'allow', 'deny'] as const

export const serve: Command = {
  description:
    'Serves agents as AG-UI agents over HTTP, on this machine alone, until it is stopped. Without names, all that\n' +
    'Capstan knows. Programs need the token of the token file; a browser comes in by the link, once.',
  usage: '[<agent>…]',
  options: [
    { name: 'port', value: '<number>', help: 'where it listens; 8787 if not given, 0 for any that is free' },
    { name: 'host', value: '<address>', help: 'the address it listens on; 127.0.0.1 if not given' },
    { name: 'cwd', value: '<folder>', help: 'where agents work; this folder if not given' },
    {
      name: 'permissions',
      value: '<policy>',
      help: `${policies.join(', ')}; clients are asked if not given`,
    },
    { name: 'token-file', value: '<file>', help: 'the file of the token, which is made if it is not there' },
    { name: 'allow-origin', value: '<origin>', repeats: true, help: 'a page of elsewhere that may call it' },
    { name: 'allow-host', value: '<name>', repeats: true, help: 'another name it may be called by' },
    {
      name: 'keep-sessions',
      help: 'keeps the sessions of /api/sessions in a file, so that they can be resumed later',
    },
    { name: 'detach', help: 'lets runs go on whose client has gone' },
    { name: 'no-open', help: 'opens no browser' },
    agentsOption,
  ],
  maxArguments: 32,
  examples: ['capstan serve', 'capstan serve claude codex --port 0 --no-open', 'capstan serve sim --json'],
  stopsItself: true,
  async run({ values, arguments: names, output, signal }) {
    for (const name of names) await findAgent(name, { values })
    const [{ serve: listen }, client, path] = await Promise.all([
      import('../../gateway/serve.lazy.ts'),
      openClient(values),
      import('node:path'),
    ])
    const text = (name: string): string | undefined => values.get(name)?.[0]
    const [hostname, tokenFile, permissions] = [
      text('host'),
      text('token-file'),
      wordOption(values, 'permissions', policies),
    ]
    const port = portOption(values)
    const server = await listen({
      client,
      session: { cwd: path.resolve(text('cwd') ?? '.') },
      log: (entry) => output.note(entry, () => logText(entry)),
      allowedOrigins: values.get('allow-origin') ?? [],
      allowedHosts: values.get('allow-host') ?? [],
      keepSessions: values.has('keep-sessions'),
      onDisconnect: values.has('detach') ? 'detach' : 'cancel',
      ...(names.length === 0 ? {} : { agents: names }),
      ...(port === undefined ? {} : { port }),
      ...(hostname === undefined ? {} : { hostname }),
      ...(tokenFile === undefined ? {} : { tokenFile: path.resolve(tokenFile) }),
      ...(permissions === undefined ? {} : { permissions }),
    })
    const link = server.loginLink()
    tell(server, { link, output })
    if (!values.has('no-open') && !output.json && isTerminal('stdout')) void openBrowser(link, signal)
    await stopped(signal)
    await server.close()
    return 0
  },
}

function tell({ url }: GatewayServer, { link, output }: { link: string; output: Output }): void {
  const { bold, dim } = output.style
  output.data({ url, link }, () => `${bold(url)}\n${dim('In a browser, once:')} ${link}`)
}

function portOption(values: Invocation['values']): number | undefined {
  const typed = values.get('port')?.[0]
  if (typed === undefined) return undefined
  if (/^\d{1,5}$/.test(typed) && Number(typed) < 65_536) return Number(typed)
  throw new UsageError(`--port ${typed} is not a port`, 'Use a number from 0 to 65535.')
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

/** A machine without a browser has the link. */
async function openBrowser(link: string, signal: AbortSignal): Promise<void> {
  const { runCommand } = await import('../../process/run-command.ts')
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }
  const command = programs[process.platform] ?? 'xdg-open'
  try {
    await runCommand({ command, arguments: [link], environment: process.env, timeout: 10_000, signal })
  } catch {
    // It was said where to go.
  }
}
