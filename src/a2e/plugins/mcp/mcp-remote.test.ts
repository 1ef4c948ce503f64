import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { answerOf } from '../../../../test/support/mcp-peer.ts'
import { projectRoot } from '../../../../test/support/package.ts'
import { A2EClient } from '../../client.ts'
import type { A2EError } from '../../a2e-error.ts'
import { mcpPlugins, type McpPluginsOptions } from './mcp-plugins.ts'

type Answer = (response: ServerResponse, message: { id?: number; method?: string }) => void

/** Answers as the peer does, except for calls of tools. */
function peer(
  answerCall: Answer,
  isAllowed: (authorization?: string) => boolean = () => true,
): RequestListener {
  return (request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (!isAllowed(request.headers.authorization)) {
        const challenge = 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"'
        return response.writeHead(401, { 'www-authenticate': challenge }).end('<html>Sign in</html>')
      }
      if (request.method !== 'POST') return response.writeHead(405).end()
      const message = JSON.parse(String(Buffer.concat(chunks))) as { id?: number; method?: string }
      if (message.method === 'tools/call') return answerCall(response, message)
      const answer = answerOf(message)
      if (answer === undefined) return response.writeHead(202).end()
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })()
  }
}

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function agentOf(options: McpPluginsOptions): Promise<A2EAgent> {
  return testAgent(await testHost({ root: testFolder(), plugins: mcpPlugins(options) }), ['mcp', 'tools'])
}

const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
const textResult = (length: number): object => ({ content: [{ type: 'text', text: 'x'.repeat(length) }] })
const rpc = (id: number | undefined, result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result })
const json = { 'content-type': 'application/json' }
const stream = { 'content-type': 'text/event-stream' }

describe('a message over the limit', () => {
  it.each<[string, Answer]>([
    ['as JSON', (response, { id }) => response.writeHead(200, json).end(rpc(id, textResult(200_000)))],
    [
      'as an event on one line',
      (response, { id }) =>
        response.writeHead(200, stream).write(`data: ${rpc(id, textResult(200_000))}\n\n`),
    ],
    [
      'as an event on many lines',
      (response) => response.writeHead(200, stream).write(`data: ${'x'.repeat(998)}\r\n`.repeat(200)),
    ],
  ])('fails its call at once %s, and no other', async (_how, answerLarge) => {
    let isLarge = true
    const answer: Answer = (response, message) => {
      if (isLarge) answerLarge(response, message)
      else response.writeHead(200, json).end(rpc(message.id, textResult(3)))
    }
    const url = `http://127.0.0.1:${await listen(createServer(peer(answer)))}/`
    const servers = [{ server_id: 'peer', transport: 'http' as const, url }]
    const host = await testHost({ plugins: mcpPlugins({ servers, maxMessageBytes: 100_000 }) })
    const client = new A2EClient({ to: { host }, capabilities: ['tools'] })
    onTestFinished(() => client.close())
    const error: unknown = await client.request('tool/call/req', call).catch((reason: unknown) => reason)
    const { code, message, hint } = error as A2EError
    expect({ code, message, hint }).toEqual({
      code: 'mcp_protocol_error',
      message: 'The server sent a message of more than 100000 bytes',
      hint: 'Request less of the server at a time, or raise `maxMessageBytes` of the plugin.',
    })
    isLarge = false
    expect((await client.request('tool/call/req', call)).data).toMatchObject({
      success: true,
      summary: 'xxx',
    })
  })

  it('fails its call on stdio too', async () => {
    const script = `
      const { answerOf } = await import(${JSON.stringify(join(projectRoot, 'test/support/mcp-peer.ts'))})
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const answer = answerOf(JSON.parse(line))
        if (answer?.result?.structuredContent !== undefined) answer.result.content[0].text = 'x'.repeat(200000)
        if (answer !== undefined) console.log(JSON.stringify(answer))
      })`
    const cmd = [process.execPath, '-e', `(async () => {${script}})()`]
    const agent = await agentOf({ servers: [{ server_id: 'peer', cmd }], maxMessageBytes: 100_000 })
    expect(await agent.refusal('tool/call/req', call)).toMatchObject({
      code: 'mcp_protocol_error',
      message: 'The server sent a message of more than 100000 bytes',
    })
  })

  it('is not the sum of the messages on a stream', async () => {
    const note = {
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x'.repeat(50_000) },
    }
    const url = `http://127.0.0.1:${await listen(
      createServer(
        peer((response, { id }) => {
          response.writeHead(200, stream)
          for (let count = 0; count < 10; count++)
            response.write(`data: ${JSON.stringify(note)}${count % 2 === 0 ? '\n\n' : '\r\n\r\n'}`)
          response.end(`data: ${rpc(id, textResult(3))}\n\n`)
        }),
      ),
    )}/`
    const agent = await agentOf({ mcpServers: { peer: { url } }, maxMessageBytes: 100_000 })
    expect((await agent.ask('tool/call/req', call))['data']).toMatchObject({ success: true, summary: 'xxx' })
  })

  it('is not read on after 64 MiB', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    let sent = 0
    const ended = Promise.withResolvers<void>()
    const url = `http://127.0.0.1:${await listen(
      createServer(
        peer((response) => {
          response.writeHead(200, json).on('close', ended.resolve)
          const more = (): void => {
            while (!response.destroyed && sent < 400) {
              sent += 1
              if (!response.write(chunk)) return void response.once('drain', more)
            }
          }
          more()
        }),
      ),
    )}/`
    const agent = await agentOf({ mcpServers: { peer: { url } } })
    expect(await agent.refusal('tool/call/req', call)).toMatchObject({
      message: 'The server sent a message of more than 67108864 bytes',
    })
    await ended.promise
    expect(sent).toBeLessThan(100)
  })
})

describe('a server that answers 401', () => {
  const hint =
    'Add an Authorization header with a valid token to `headers` of the MCP server, such as "Bearer ${TOKEN}".'
  const good: Answer = (response, { id }) => response.writeHead(200, json).end(rpc(id, textResult(3)))

  it('is refused with its challenge and what to do, and used with a token', async () => {
    const isAllowed = (authorization?: string): boolean => authorization === 'Bearer secret'
    const url = `http://127.0.0.1:${await listen(createServer(peer(good, isAllowed)))}/`
    const host = await testHost({ plugins: mcpPlugins({ mcpServers: { peer: { url } } }) })
    const client = new A2EClient({ to: { host }, capabilities: ['mcp'] })
    onTestFinished(() => client.close())
    const error: unknown = await client
      .request('mcp/prompt/list/req', { server_id: 'peer' })
      .catch((reason: unknown) => reason)
    const { code, message, detail, hint: given, retryable } = error as A2EError
    expect({ code, message, detail, hint: given, retryable }).toEqual({
      code: 'mcp_unauthorized',
      message: 'Cannot use the server peer: The server requires authorization: it answered 401',
      detail: {
        server_id: 'peer',
        www_authenticate: 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"',
      },
      hint,
      retryable: false,
    })
    const headers = { Authorization: 'Bearer secret' }
    const agent = await agentOf({ mcpServers: { peer: { url, headers } } })
    expect((await agent.ask('tool/call/req', call))['data']).toMatchObject({ success: true })
  })

  it('in the middle of a session, fails the call and works again with the token', async () => {
    let isExpired = false
    const url = `http://127.0.0.1:${await listen(createServer(peer(good, () => !isExpired)))}/`
    const agent = await agentOf({ mcpServers: { peer: { url } } })
    await agent.ask('tool/call/req', call)
    isExpired = true
    expect(await agent.refusal('tool/call/req', call)).toMatchObject({
      code: 'mcp_unauthorized',
      message: 'The server requires authorization: it answered 401',
    })
    isExpired = false
    expect((await agent.ask('tool/call/req', call))['data']).toMatchObject({ success: true })
  })
})

describe('a server over https', () => {
  const fixture = (name: string): string => join(projectRoot, 'test/fixtures/tls', name)

  /** In a process of its own: Node reads the variable when it starts. */
  async function outcomeOf(environment: Record<string, string>): Promise<unknown> {
    const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(fixture(name)))
    const good: Answer = (response, { id }) => response.writeHead(200, json).end(rpc(id, textResult(3)))
    const server = createSecureServer({ cert, key }, peer(good))
    const url = `https://127.0.0.1:${await listen(server)}/`
    const program = join(projectRoot, 'test/support/a2e-mcp-call.ts')
    const env = { ...process.env, ...environment }
    const { stdout } = await promisify(execFile)(process.execPath, [program, url], { env })
    return JSON.parse(stdout) as unknown
  }

  it('is used if NODE_EXTRA_CA_CERTS has its authority', async () => {
    expect(await outcomeOf({ NODE_EXTRA_CA_CERTS: fixture('certificate.pem') })).toEqual({
      success: true,
      summary: 'xxx',
    })
  })

  it('is refused otherwise, with the name of the variable', async () => {
    expect(await outcomeOf({})).toEqual({
      code: 'mcp_server_unavailable',
      message: expect.stringMatching(
        /^Cannot use the server peer: Cannot reach the server: fetch failed: self-signed certificate/,
      ),
      hint: 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that the server uses.',
    })
  })
})
