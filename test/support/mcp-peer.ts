import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
}

/** An MCP server for tests, with two pages of tools, resources and prompts. Run as a program, it speaks over stdio. */
export function answerOf({ id, method, params = {} }: Message): object | undefined {
  if (id === undefined || method === undefined) return undefined
  const result = resultOf(method, params)
  return result instanceof Error
    ? { jsonrpc: '2.0', id, error: { code: -32602, message: result.message } }
    : { jsonrpc: '2.0', id, result }
}

function resultOf(method: string, params: Record<string, unknown>): unknown {
  const { cursor, uri, name } = params
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: 'peer', version: '1.2.3' },
      }
    case 'ping':
      return {}
    case 'tools/list':
      return cursor === undefined
        ? { tools: [echo], nextCursor: 'more' }
        : { tools: [{ name: 'fail', inputSchema: { type: 'object' } }] }
    case 'tools/call':
      return callOf(String(name), params['arguments'] as Record<string, unknown>)
    case 'resources/list':
      return cursor === undefined
        ? { resources: [{ uri: 'peer://a', name: 'a', mimeType: 'text/x' }], nextCursor: 'p:2' }
        : { resources: [{ uri: 'peer://b', name: 'b', description: 'binary', annotations: { priority: 1 } }] }
    case 'resources/read':
      if (uri === 'peer://a') return { contents: [{ uri, text: 'hello' }] }
      if (uri === 'peer://b') return { contents: [{ uri, blob: 'AAEC', mimeType: 'image/x' }] }
      return new Error(`There is no ${String(uri)}`)
    case 'prompts/list':
      return {
        prompts: [{ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] }],
      }
    case 'prompts/get':
      return {
        description: 'Greets',
        messages: [{ role: 'user', content: { type: 'text', text: 'Hi Ada' } }],
      }
    default:
      return new Error(`There is no ${method}`)
  }
}

const echo = {
  name: 'echo',
  description: 'Says it again',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { idempotentHint: true },
}

function callOf(name: string, { text }: Record<string, unknown>): unknown {
  if (name === 'fail') return { content: [{ type: 'text', text: 'it broke' }], isError: true }
  return { content: [{ type: 'text', text }], structuredContent: { text } }
}

/** What came with a request to the server over HTTP. */
export interface McpVisit {
  method: string
  rpc: string | undefined
  session: string | undefined
  version: string | undefined
  authorization: string | undefined
}

/** The same over streamable HTTP on loopback: it answers with JSON or with a stream of events. */
export async function serveMcp(
  form: 'json' | 'events',
  unknownSession = 404,
): Promise<{
  server: Server
  url: string
  visits: McpVisit[]
  /** Ends the session that there is: its id is not known any more. */
  forget: () => void
}> {
  const visits: McpVisit[] = []
  let session = 1
  const server = createServer((request, response) => {
    void visit(request, response, { form, visits, known: `session-${session}`, unknownSession })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { server, url: `http://127.0.0.1:${port}/mcp`, visits, forget: () => void (session += 1) }
}

async function visit(
  request: IncomingMessage,
  response: ServerResponse,
  {
    form,
    visits,
    known,
    unknownSession,
  }: { form: 'json' | 'events'; visits: McpVisit[]; known: string; unknownSession: number },
): Promise<void> {
  const body: Buffer[] = []
  for await (const chunk of request) body.push(chunk as Buffer)
  const message = body.length === 0 ? {} : (JSON.parse(Buffer.concat(body).toString()) as Message)
  const { 'mcp-session-id': session, 'mcp-protocol-version': version, authorization } = request.headers
  visits.push({
    method: String(request.method),
    rpc: message.method,
    session: session as string | undefined,
    version: version as string | undefined,
    authorization,
  })
  const answer = answerOf(message)
  const isFirst = message.method === 'initialize' || message.method === 'server/discover'
  if (request.method === 'GET') {
    response.writeHead(405).end()
  } else if (answer === undefined) {
    response.writeHead(202).end()
  } else if (!isFirst && session !== known) {
    response.writeHead(unknownSession).end('no such session')
  } else {
    const headers = message.method === 'initialize' ? { 'mcp-session-id': known } : {}
    if (form === 'json') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(answer))
    } else {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
      const notice = { jsonrpc: '2.0', method: 'notifications/message', params: {} }
      // A priming event, as of protocol version 2025-11-25.
      response.write(`: hello\n\nid: 6\ndata:\n\nevent: message\ndata: ${JSON.stringify(notice)}\n\n`)
      response.end(`id: 7\r\ndata: ${JSON.stringify(answer)}\r\n\r\n`)
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write('not JSON\n')
  const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line) as Message
    const answer = answerOf(message)
    if (answer !== undefined) say(answer)
    // A server may ask too.
    if (message.method === 'notifications/initialized') say({ jsonrpc: '2.0', id: 'asked', method: 'ping' })
    if ((message.params?.['arguments'] as { text?: string } | undefined)?.text === 'exit') process.exit(4)
  })
}
