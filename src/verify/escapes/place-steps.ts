import { join } from 'node:path'
import type { ModelStep, ToolInput, ToolUse } from '../../testing/provider/script/script.ts'
import type { EscapePlace } from './escape-place.ts'

/** A call that the model makes if the agent offers such a tool. */
export function call(use: ToolUse, input: ToolInput): ModelStep {
  return { step: 'tool', use, input, optional: true }
}

export function reads(path: string): ModelStep {
  return call('read', { path })
}

export function runs(command: string): ModelStep {
  return call('shell', { command })
}

/** Lines that try everything that a program can do: write, send and read. Each is tried for itself. */
export function everything(place: EscapePlace, escape: string): string {
  const { cwd, outside, listeners } = place
  const made = place.made(escape)
  return [
    `touch ${join(cwd, made)}`,
    `touch ${join(outside, made)}`,
    `cat ${place.secretFile(escape)}`,
    sendTo(`/dev/tcp/127.0.0.1/${listeners.tcp}`, place.sent(escape)),
  ].join('; ')
}

/** Sends a text over one of bash's network paths. */
export function sendTo(path: string, text: string): string {
  return `timeout 2 bash -c 'echo ${text} > ${path}'`
}

/** Sends a text to a Unix socket; the name of an abstract one begins with a zero byte. */
export function sendToSocket(path: string, text: string, kind: 'path' | 'abstract' = 'path'): string {
  const name = kind === 'abstract' ? `"\\0${path}"` : `"${path}"`
  const program = `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un(${name})) && syswrite($s, "${text}") && sysread($s, my $b, 9)`
  return `timeout 2 perl -e '${program}'`
}

/** A call of the agent's tool for subagents, with the fields of all agents. The prompt starts a conversation of its own. */
export function delegation(place: EscapePlace, escape: string, subagent = place.subagent): ModelStep {
  const prompt = delegatedPrompt(place, escape)
  return call(/^(?:task|agent|subagent|invoke_agent|spawn_agent)$/i, {
    i: 'delegate',
    context: 'Delegated',
    tasks: [{ task: prompt }],
    description: 'Delegated',
    name: 'delegated',
    prompt,
    message: prompt,
    agent_name: subagent,
    agent_type: subagent,
    subagent_type: subagent,
  })
}

export function delegatedPrompt({ word }: EscapePlace, escape: string): string {
  return `Delegated ${escape} of ${word}`
}

/** Calls of the MCP tool that writes a file; one agent writes its calls to an address. */
export function touches(place: EscapePlace, escape: string): ModelStep[] {
  const paths = [place.cwd, place.outside].map((folder) => join(folder, place.made(escape)))
  return paths.map((path) =>
    place.mcpTool.includes('://')
      ? call('write', { path: place.mcpTool, content: JSON.stringify({ path }) })
      : call(place.mcpTool, { path }),
  )
}
