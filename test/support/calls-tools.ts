/**
 * An agent, for `lab.bare`, that starts the MCP server it is given, calls the tool that the prompt names, with the JSON
 * after it as input, and says what came back.
 */
export const callsTools = `
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
  const [name, input = '{"word":"hi"}'] = params.prompt[0].text.split(/ (.*)/s)
  if (mcp === undefined) return send(say('no tools'), { id, result: { stopReason: 'end_turn' } })
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bare', version: '1' } })
  const { result: { tools } } = await ask('tools/list', {})
  send(update({ sessionUpdate: 'tool_call', toolCallId: 'own', title: 'mcp__capstan-client__' + name, status: 'in_progress' }))
  const { result } = await ask('tools/call', { name, arguments: JSON.parse(input) })
  send(say(tools.map((tool) => tool.name).join() + ': ' + JSON.stringify(result)), { id, result: { stopReason: 'end_turn' } })
}
`

/** A tool of a client. */
export const paint = {
  name: 'paint',
  description: 'Paints a word',
  parameters: { type: 'object', properties: { word: { type: 'string' } } },
}
