import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHost, definePlugin, serveHttp, serveStdio } from '../../src/a2e/index.ts'

/** A plugin that only echoes. */
const echo = definePlugin({
  name: 'echo',
  type: 'tools',
  messages: {
    'tool/call/req': ({ tool_name: name, arguments: data }) => ({
      data: { success: true, tool_name: name, data, duration_ms: 0 },
    }),
  },
})

if (process.argv[2] === '--stdio') {
  await serveStdio(await createHost({ plugins: [echo] })).closed
} else {
  const server = await serveHttp(await createHost({ plugins: [echo], token: 'bench' }), { port: 0 })
  /** A minimal server that echoes the body. */
  const bare = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(Buffer.concat(chunks)))
  })
  bare.listen(0, '127.0.0.1', () => {
    const { port } = bare.address() as AddressInfo
    process.stdout.write(`${JSON.stringify({ url: server.url, echoPort: port })}\n`)
  })
}
