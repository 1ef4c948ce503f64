import {
  chainsPlugin,
  createHost,
  defineTool,
  procPlugin,
  serveHttp,
  toolsPlugin,
} from '../../src/a2e/index.ts'

/** A host with everything that a hostile agent could use, on HTTP. Prints its URL; ends with its stdin. */
const match = defineTool({
  name: 'match',
  description: 'Takes a text',
  parameters: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
  run: () => 'matched',
})
const host = await createHost({
  token: 'dev-secret',
  plugins: [toolsPlugin({ tools: [match] }), chainsPlugin(), procPlugin({ maxHostProcesses: 20 })],
  ...(process.argv[2] === undefined ? {} : { root: process.argv[2] }),
})
const server = await serveHttp(host, { port: 0 })
process.stdout.write(`${server.url}\n`)
process.stdin.resume().on('end', () => {
  void server.close().then(() => host.close())
})
