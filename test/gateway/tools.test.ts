import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { httpAgent } from '../support/ag-ui-clients.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

/** An agent that starts the MCP server it is given, calls the tool that the prompt names, and says what came back. */
const callsTools = `
let mcp, next = 1
const waiting = new Map()
on['session/new'] = ({ id, params }) => {
  const [server] = params.mcpServers
  if (server !== undefined) {
    const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]))
    mcp = require('node:child_process').spawn(server.command, server.args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
    require('node:readline').createInterface({ input: mcp.stdout }).on('line', (line) => {
      const message = JSON.parse(line)
      waiting.get(message.id)?.(message)
    })
    process.stdin.on('end', () => mcp.kill())
  }
  send({ id, result: { sessionId: 's1' } })
}
const ask = (method, params) => new Promise((resolve) => {
  waiting.set(next, resolve)
  mcp.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: next++, method, params }) + '\\n')
})
on['session/prompt'] = async ({ id, params }) => {
  const name = params.prompt[0].text
  if (mcp === undefined) return send(say('no tools'), { id, result: { stopReason: 'end_turn' } })
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bare', version: '1' } })
  const { result: { tools } } = await ask('tools/list', {})
  send(update({ sessionUpdate: 'tool_call', toolCallId: 'own', title: 'mcp__capstan-client__' + name, status: 'in_progress' }))
  const { result } = await ask('tools/call', { name, arguments: { word: 'hi' } })
  send(say(tools.map((tool) => tool.name).join() + ': ' + JSON.stringify(result)), { id, result: { stopReason: 'end_turn' } })
}
`

const paint = {
  name: 'paint',
  description: 'Paints a word',
  parameters: { type: 'object', properties: { word: { type: 'string' } } },
}

describe.each(generations)('a %s client', (generation) => {
  test('runs its own tools between two runs', async () => {
    const { url } = await lab.open({}, { client: lab.lab.bare(callsTools) })
    const one = httpAgent(generation, { url: `${url}/agents/bare`, headers: bearer, threadId: 't1' })
    one.addMessage({ id: 'u1', role: 'user', content: 'paint' })
    const first = await runClient(one, { tools: [paint] })
    expect(first.complaints).toEqual([])
    const calls = first.events.filter(({ type }) => type.startsWith('TOOL_'))
    const { toolCallId } = calls[0] as unknown as { toolCallId: string }
    expect(calls).toEqual([
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'paint' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"word":"hi"}' },
      { type: 'TOOL_CALL_END', toolCallId },
    ])
    expect(first.events.at(-1)?.['outcome']).toEqual(
      generation === 'current' ? { type: 'success', pendingToolCallIds: [toolCallId] } : { type: 'success' },
    )
    one.addMessage({ id: 'm1', role: 'tool', toolCallId, content: 'painted' })
    const second = await runClient(one, { tools: [paint] })
    expect(second.complaints).toEqual([])
    expect(second.messages.at(-1)?.['content']).toBe('paint: {"content":[{"type":"text","text":"painted"}]}')
  })
})

test('a tool of the gateway runs in the gateway', async () => {
  const { url, gateway } = await lab.open({}, { client: lab.lab.bare(callsTools) })
  const call = vi.fn<(input: object) => object>(() => ({ done: true }))
  gateway.registerTool({ ...paint, call })
  const one = httpAgent('current', { url: `${url}/agents/bare`, headers: bearer, threadId: 't1' })
  one.addMessage({ id: 'u1', role: 'user', content: 'paint' })
  const { messages, complaints } = await runClient(one)
  expect(complaints).toEqual([])
  expect(call.mock.calls.map(([input]) => input)).toEqual([{ word: 'hi' }])
  expect(messages.at(-1)?.['content']).toBe('paint: {"content":[{"type":"text","text":"{\\"done\\":true}"}]}')
})
