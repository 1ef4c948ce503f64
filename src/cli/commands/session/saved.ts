import type { SessionInfo } from '../../../acp/session-options.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { startProgress } from '../../output/progress.ts'
import { shortText } from '../../output/short-text.ts'
import { acpOption, agentArguments, variableOption, withAcpAgent } from '../acp-agent.ts'
import { findAgent, requiredArgument } from '../agent-argument.ts'
import { agentsOption, openClient } from '../known-agents.ts'
import { environmentOption } from '../run/values.ts'
import type { Style } from '../../output/style.ts'

const usage = '<agent> [<session>]'

export const savedSessions: Command = {
  description:
    'Lists the sessions an agent has saved for this folder, or shows the conversation of one.\n' +
    'Starts the agent, reads its sessions and stops it. Sends no prompt.',
  usage,
  options: [
    { name: 'all', help: 'list the sessions of every folder' },
    { name: 'cwd', value: '<folder>', help: 'folder of the sessions (default: current folder)' },
    variableOption,
    acpOption,
    agentsOption,
  ],
  maxArguments: 2,
  examples: ['capstan session saved claude', 'capstan session saved sim --all --json'],
  stopsItself: true,
  async run({ values, arguments: args, output, signal }) {
    const [typed, sessionId] = await withAcpAgent(args, values, 2)
    const { id: agent } = await findAgent(requiredArgument(typed, 'agent', `session saved ${usage}`), {
      values,
    })
    const path = await import('node:path')
    const cwd = path.resolve(values.get('cwd')?.[0] ?? '.')
    const env = environmentOption(values, process.env)
    const asking = { signal, ...(env === undefined ? {} : { env }) }
    const client = await openClient(values)
    const progress = startProgress(output, { text: `Asking ${agent}…`, after: 1000, onlyTerminal: true })
    try {
      if (sessionId === undefined) {
        const found = await client.listSessions(agent, { ...asking, ...(values.has('all') ? {} : { cwd }) })
        progress.stop()
        output.data(found, () =>
          listText(found, {
            agent,
            name: agentArguments(agent, values),
            showsFolder: values.has('all'),
            output,
          }),
        )
      } else {
        const events = await client.readSession(agent, sessionId, { ...asking, cwd })
        progress.stop()
        await printSession(events, output)
      }
    } finally {
      progress.stop()
    }
    return 0
  },
}

function listText(
  found: readonly SessionInfo[],
  { agent, name, showsFolder, output }: { agent: string; name: string; showsFolder: boolean; output: Output },
): string {
  const { style, width } = output
  if (found.length === 0)
    return `${agent} has no sessions for this folder. Try: capstan session saved ${name} --all`
  const head = ['SESSION', 'UPDATED', 'TITLE', 'FOLDER'].map(style.dim)
  const rows = found.map(({ sessionId, updatedAt = '', cwd, title = '' }) => [
    style.bold(sessionId),
    updatedAt.slice(0, 16).replace('T', ' '),
    shortText(title, Math.max(20, width - 52)),
    showsFolder ? cwd : '',
  ])
  return `${columns([showsFolder ? head : head.slice(0, -1), ...rows], { indent: '', width })}\n\nResume a session: capstan run ${name} --resume <session> "…"`
}

async function printSession(events: readonly AgentEvent[], output: Output): Promise<void> {
  const { stripTerminalCodes } = await import('../../../core/text/strip-terminal-codes.ts')
  output.data(events, () => sessionText(events, { style: output.style, clean: stripTerminalCodes }))
}

interface SessionTextOptions {
  style: Style
  /** Removes terminal codes. */
  clean: (text: string) => string
}

/** The conversation of a session as text, with one line for each tool call. */
function sessionText(events: readonly AgentEvent[], { style, clean }: SessionTextOptions): string {
  const parts: { heading: string; text: string }[] = []
  const add = (heading: string, text: string): void => {
    const last = parts.at(-1)
    if (last?.heading === heading) last.text += text
    else parts.push({ heading, text })
  }
  const retract = (heading: string, text: string): void => {
    const part = parts.findLast((one) => one.heading === heading)
    if (part?.text.endsWith(text)) part.text = part.text.slice(0, part.text.length - text.length)
  }
  for (const event of events) {
    if (event.type === 'text.delta') add(event.role ?? 'agent', event.text)
    else if (event.type === 'thinking.delta') add('thinking', event.text)
    else if (event.type === 'message.updated') {
      const heading = event.thinking ? 'thinking' : (event.role ?? 'agent')
      for (const block of event.content ?? []) if (block.type === 'text') add(heading, block.text)
    } else if (event.type === 'message.retracted') {
      retract('agent', event.text)
      retract('thinking', event.thinking ?? '')
    } else if (isNewCall(event)) parts.push({ heading: 'tool', text: String(event.title) })
  }
  if (parts.length === 0) return 'This session is empty.'
  return parts.map(({ heading, text }) => `${style.bold(heading)}\n${clean(text).trimEnd()}`).join('\n\n')
}

/** Only the first event of a tool call has a title. */
function isNewCall(
  event: AgentEvent,
): event is Extract<AgentEvent, { type: 'tool.called' | 'tool.updated' }> {
  return (event.type === 'tool.called' || event.type === 'tool.updated') && typeof event.title === 'string'
}
