import { createId } from '../../../core/ids.ts'
import { runCommand } from '../../../process/run-command.ts'
import { splitWords } from '../prompt-commands.ts'
import { type Tool, type ToolOutcome, useTool } from '../tool.ts'
import type { Turn } from '../turn.ts'
import { isObject } from '../wire/wire.ts'

/** The timeout of a command, in milliseconds. */
const longest = 10 * 60_000
const mostBytes = 64 * 1024

interface Ended {
  output: string
  exitCode: number | null
  signal: string | null
}

/** Runs a real command, after asking the client for permission. */
export async function run(turn: Turn, line: string): Promise<void> {
  const words = splitWords(line)
  const [command = '', ...rest] = words ?? ['sh', '-c', line]
  const about = {
    name: 'run',
    title: words === undefined ? `Run in a shell: ${line}` : `Run: ${line}`,
    kind: 'execute' as const,
    rawInput: { command, args: rest, cwd: turn.context.session.place.cwd },
  }
  await useTool(turn, about, async (tool) => {
    if (command === '') throw new Error('there is no command to run')
    await tool.askPermission()
    tool.change({ status: 'in_progress' })
    const { abilities, dialect } = turn.context
    if (abilities.runsTerminals) return await inClientTerminal(tool, command, rest)
    return dialect.version === 2
      ? await inOwnTerminal(tool, { line, command, rest })
      : await inToolContent(tool, command, rest)
  })
}

/** Shows the whole output at each change: an update replaces the content. */
async function inToolContent(tool: Tool, command: string, rest: string[]): Promise<ToolOutcome> {
  let shown = ''
  const ended = await execute(tool.turn, [command, ...rest], (chunk) => {
    if (shown.length >= mostBytes) return
    shown += chunk.toString('utf8')
    tool.change({ content: [{ type: 'text', text: shown }] })
  })
  return { ...outcome(ended), content: [{ type: 'text', text: ended.output }] }
}

/** Version 2: the terminal is the agent's, and the client shows it. */
async function inOwnTerminal(
  tool: Tool,
  { line, command, rest }: { line: string; command: string; rest: string[] },
): Promise<ToolOutcome> {
  const terminalId = createId('terminal')
  const { turn } = tool
  const { cwd } = turn.context.session.place
  turn.update({ sessionUpdate: 'terminal_update', terminalId, command: line, cwd })
  tool.change({ content: [{ type: 'terminal', terminalId }] })
  const ended = await execute(turn, [command, ...rest], (chunk) =>
    turn.update({ sessionUpdate: 'terminal_output_chunk', terminalId, data: chunk.toString('base64') }),
  )
  const { exitCode, signal } = ended
  turn.update({ sessionUpdate: 'terminal_update', terminalId, exitStatus: { exitCode, signal } })
  return outcome(ended)
}

async function execute(
  turn: Turn,
  [command, ...rest]: [string, ...string[]],
  onOutput: (chunk: Buffer) => void,
): Promise<Ended> {
  const { exitCode, signal, stdout, stderr, timedOut } = await runCommand({
    command,
    arguments: rest,
    cwd: turn.context.session.place.cwd,
    environment: process.env,
    timeout: longest,
    maxOutputBytes: mostBytes,
    signal: turn.signal,
    onOutput,
  })
  if (timedOut) throw new Error('the command timed out')
  return { output: stdout + stderr, exitCode, signal }
}

/** Version 1, when the client offers it: the terminal is the client's, and so is the process in it. */
async function inClientTerminal(tool: Tool, command: string, rest: string[]): Promise<ToolOutcome> {
  const { turn } = tool
  const { cwd } = turn.context.session.place
  const created = await turn.ask('terminal/create', { command, args: rest, cwd, outputByteLimit: mostBytes })
  const terminalId = isObject(created) ? created['terminalId'] : undefined
  if (typeof terminalId !== 'string') throw new Error('the client answered without a terminal')
  tool.change({ content: [{ type: 'terminal', terminalId }] })
  try {
    const status = asObject(await turn.ask('terminal/wait_for_exit', { terminalId }))
    const { output } = asObject(await turn.ask('terminal/output', { terminalId }))
    const [exitCode, signal] = [status['exitCode'], status['signal']]
    return outcome({
      output: typeof output === 'string' ? output : '',
      exitCode: typeof exitCode === 'number' ? exitCode : null,
      signal: typeof signal === 'string' ? signal : null,
    })
  } finally {
    release(turn, terminalId)
  }
}

/** Not awaited: the turn may be over, and the client ends the processes of a released terminal. */
function release(turn: Turn, terminalId: string): void {
  const { peer, session } = turn.context
  const never = new AbortController().signal
  void peer.request('terminal/release', { sessionId: session.id, terminalId }, never).catch(() => undefined)
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function outcome({ output, exitCode, signal }: Ended): ToolOutcome {
  const how = exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `ended with ${exitCode}`
  const text = output.trim()
  return {
    said: `It ${how}${text === '' ? ' and said nothing. ' : `: ${text}\n`}`,
    rawOutput: { exitCode, signal, output },
    ...(exitCode === 0 ? {} : { failed: true }),
  }
}
