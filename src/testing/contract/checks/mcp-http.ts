import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenOnce } from '../../../core/listen-on.ts'
import { readBody } from '../../../core/http/read-body.ts'
import { answerMcp, type McpMessage } from '../../mcp-server/answer.ts'
import { advertisedCheck } from '../check.ts'
import { inconclusive, refuted, verified } from '../outcome.ts'
import { mentions, resultOf } from '../turn.ts'

const longestMessage = 1024 * 1024

/** The agent connects to an MCP server over HTTP and calls its tool. */
export const mcpHttp = advertisedCheck({
  title: 'the model calls a tool of an MCP server that the session gives the agent over HTTP',
  expected: 'the server receives tools/call',
  capability: 'mcp.http',
  sim: 'Call the tool contract_word of the MCP server capstan-contract and say what it answers',
  marks: '{mark} [[tool: contract_word {}]] [[text: It was called]]',
  run: async ({ turn, word, isSure }) => {
    const methods: string[] = []
    const server = await startServer(word, methods)
    try {
      const { port } = server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/mcp`
      const done = await turn({
        permissions: 'allow',
        mcpServers: [{ type: 'http', name: 'capstan-contract', url }],
      })
      const [supported, unsupported] = [
        { id: 'mcp.http', support: 'supported' },
        { id: 'mcp.http', support: 'unsupported' },
      ] as const
      if (!methods.includes('initialize'))
        return refuted('the agent did not connect to the server', unsupported)
      resultOf(done)
      if (methods.includes('tools/call')) {
        const shown = mentions(done.events, word) ? 'was' : 'was not'
        return verified(`the agent called its tool, and the result ${shown} shown`, supported)
      }
      return isSure
        ? refuted('the agent connected to the server, but did not call its tool', unsupported)
        : inconclusive('the agent connected to the server; the prompt triggered no call of its tool')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
})

/** An MCP server with one tool, over streamable HTTP without sessions and streams. */
async function startServer(word: string, methods: string[]): Promise<Server> {
  const server = process.getBuiltinModule('node:http').createServer((request, response) => {
    answerTo(request, { word, methods })
      .then(({ status, body }) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === undefined ? undefined : JSON.stringify(body)),
      )
      .catch(() => response.destroy())
  })
  await listenOnce(server, { host: '127.0.0.1', port: 0 })
  return server
}

async function answerTo(
  request: IncomingMessage,
  { word, methods }: { word: string; methods: string[] },
): Promise<{ status: number; body?: object }> {
  if (request.method !== 'POST') return { status: 405 }
  const sent = await readBody(request, longestMessage)
  if ('refused' in sent) return { status: 413 }
  const message = JSON.parse(sent.bytes.toString('utf8')) as McpMessage
  methods.push(message.method)
  const body = answerMcp(message, word)
  return body === undefined ? { status: 202 } : { status: 200, body }
}
