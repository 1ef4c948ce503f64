import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isRunning } from '../../../test/support/processes.ts'
import { type AgentChanges, createLab, type Lab } from '../../../test/support/sim-lab.ts'
import type { Client } from '../../run/client.ts'
import type { CheckName } from './check-name.ts'
import { runAgentContract } from './run-contract.ts'

/** Agents with behavior that the sim cannot be scripted to show. */
let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

async function outcomeOf(client: Client, check: CheckName): Promise<[string, string]> {
  const { checks } = await runAgentContract({
    client,
    agent: 'bare',
    checks: [check],
    // The agent writes beside itself what it received.
    options: { sandbox: false },
  })
  return [checks[0]?.result ?? '', checks[0]?.saw ?? '']
}

/** Every contract run begins with a turn, which these agents answer. */
const firstTurn = `
const ownPrompt = on['session/prompt']
on['session/prompt'] = (message) => JSON.stringify(message.params.prompt).includes('say hello')
  ? send(say('hi'), { id: message.id, result: { stopReason: 'end_turn' } })
  : ownPrompt(message)
`

function bare(source: string, changes?: AgentChanges): Client {
  return lab.bare(source + firstTurn, changes)
}

const takesServers = { facts: { 'mcp.supported': { support: 'supported', basis: 'run' } } } as const

/** Starts the MCP servers of the session; \`prompted\` is the code for the first one. */
function mcpAgent(prompted: string): string {
  return `
const { spawn } = require('node:child_process')
const { createInterface } = require('node:readline')
let server
on['session/new'] = ({ id, params }) => {
  const [first] = params.mcpServers
  if (first === undefined) return send({ id, result: { sessionId: 's1' } })
  const { command, args } = first
  const child = spawn(command, args)
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)(message.result)
  })
  server = {
    tell: (method) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', method }) + '\\n'),
    ask: (method, params) => new Promise((resolve) => {
      waiting.set(waiting.size + 1, resolve)
      child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: waiting.size, method, params }) + '\\n')
    }),
  }
  send({ id, result: { sessionId: 's1' } })
}
on['session/prompt'] = async ({ id }) => {
  ${prompted}
  send({ id, result: { stopReason: 'end_turn' } })
}
`
}

const initialize = `
  await server.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bare', version: '1' } })
  server.tell('notifications/initialized')
  const { tools } = await server.ask('tools/list')
`

it('verifies an agent that starts the MCP server and calls its tool', async () => {
  const client = bare(
    mcpAgent(`${initialize}
  const { content } = await server.ask('tools/call', { name: tools[0].name, arguments: {} })
  send(say(content[0].text))`),
    takesServers,
  )
  expect(await outcomeOf(client, 'mcp')).toEqual([
    'verified',
    'the agent called its tool, and the result was shown',
  ])
})

it('refutes an agent that does not call the MCP tool the prompt names', async () => {
  const client = bare(mcpAgent(initialize), takesServers)
  expect(await outcomeOf(client, 'mcp')).toEqual([
    'refuted',
    'the agent started the MCP server, but did not call its tool',
  ])
})

it('refutes an agent that does not start the MCP server', async () => {
  const client = bare(
    `on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })`,
    takesServers,
  )
  expect(await outcomeOf(client, 'mcp')).toEqual(['refuted', 'the agent did not start the MCP server'])
})

/** Asks for permission, then runs the code in \`answered\`. */
function askingAgent(answered: string): string {
  return `
const { writeFileSync } = require('node:fs')
const toolCall = { toolCallId: 'c1', title: 'Write', kind: 'edit' }
let prompt
on['session/prompt'] = ({ id }) => {
  prompt = id
  send(update({ sessionUpdate: 'tool_call', ...toolCall }), {
    id: 'ask',
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall, options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' },
    ] },
  })
}
on[undefined] = ({ id, result }) => {
  ${answered}
  send({ id: prompt, result: { stopReason: 'end_turn' } })
}
`
}

it('refutes an agent that acts although permission was denied', async () => {
  const client = bare(askingAgent(`writeFileSync('denied.txt', 'all the same')`))
  expect(await outcomeOf(client, 'tool-deny')).toEqual([
    'refuted',
    'the agent acted although permission was denied',
  ])
})

it('refutes an agent that does not show a denied permission', async () => {
  expect(await outcomeOf(bare(askingAgent('')), 'tool-deny')).toEqual([
    'refuted',
    'permission was denied, but no event or text shows it',
  ])
})

const actsAtOnce = `
on['session/prompt'] = ({ id }) => {
  require('node:fs').writeFileSync('denied.txt', 'at once')
  send({ id, result: { stopReason: 'end_turn' } })
}`

it('refutes an agent that acts without asking although its definition says that it asks', async () => {
  expect(await outcomeOf(bare(actsAtOnce), 'tool-deny')).toEqual([
    'refuted',
    'the agent acted without asking',
  ])
})

it('does not apply to an agent that acts without asking and does not declare that it asks', async () => {
  const client = bare(actsAtOnce, { facts: { 'tools.approval': { support: 'unknown', basis: 'none' } } })
  expect(await outcomeOf(client, 'tool-deny')).toEqual(['not-applicable', 'the agent acts without asking'])
})

it('refutes an edit that no event reports', async () => {
  const client = bare(`
on['session/prompt'] = ({ id }) => {
  require('node:fs').writeFileSync('edited.txt', 'after')
  send({ id, result: { stopReason: 'end_turn' } })
}`)
  expect(await outcomeOf(client, 'edit')).toEqual([
    'refuted',
    'edited.txt was changed, but no event reports the change',
  ])
})

it('refutes an agent whose closed session accepts prompts', async () => {
  const client = bare(`
on.initialize = ({ id }) =>
  send({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } } })
on['session/close'] = ({ id }) => send({ id, result: {} })
on['session/prompt'] = ({ id }) => send(say('hi'), { id, result: { stopReason: 'end_turn' } })`)
  expect(await outcomeOf(client, 'close')).toEqual([
    'refuted',
    'the session accepts prompts after it was closed',
  ])
})

/** Replays a message after its response to session/load. */
function loadingAgent(replayed: string): string {
  return `
on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } })
on['session/prompt'] = ({ id }) => send(say('hi'), { id, result: { stopReason: 'end_turn' } })
on['session/load'] = ({ id }) => {
  send({ id, result: {} })
  setTimeout(() => send(say('${replayed}')), 20)
}`
}

it('counts events that are replayed after the load response', async () => {
  expect(await outcomeOf(bare(loadingAgent('hi')), 'load')).toEqual([
    'verified',
    'the messages of the session were replayed; what its model received is not known',
  ])
})

it('refutes an agent that replays other messages than those of the session', async () => {
  expect(await outcomeOf(bare(loadingAgent('ho')), 'load')).toEqual([
    'refuted',
    'no message of the session was replayed',
  ])
})

it('reads a mode change from an event', async () => {
  const client = bare(`
on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's1', modes: {
  currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'auto', name: 'Auto' }] } } })
on['session/set_mode'] = ({ id, params }) => {
  send({ id, result: {} })
  setTimeout(() => send(update({ sessionUpdate: 'current_mode_update', currentModeId: params.modeId })), 20)
}`)
  expect(await outcomeOf(client, 'mode')).toEqual(['verified', 'auto instead of ask'])
})

it(
  'refutes a cancel that leaves the command running, and ends the command',
  { timeout: 120_000 },
  async () => {
    const client = bare(`
const { spawn } = require('node:child_process')
let prompt
on['session/prompt'] = ({ id, params }) => {
  prompt = id
  const words = ['-e', 'setInterval(() => {}, 1000)', params.prompt[0].text.split(' ').at(-1)]
  const left = spawn(process.execPath, words, { detached: true, stdio: 'ignore' })
  require('node:fs').writeFileSync(__filename + '.pid', String(left.pid))
  send(say('started'))
}
on['session/cancel'] = () => send({ id: prompt, result: { stopReason: 'cancelled' } })`)
    expect(await outcomeOf(client, 'cancel')).toEqual([
      'refuted',
      'the turn ended as cancelled, but its command runs on',
    ])
    const folder = dirname(lab.workspace)
    const file = readdirSync(folder).find((name) => name.endsWith('.pid')) ?? ''
    const pid = Number(readFileSync(join(folder, file), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  },
)
