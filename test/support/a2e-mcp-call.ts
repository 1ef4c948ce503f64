import { A2EClient, createHost, mcpPlugins } from '../../src/a2e/index.ts'

/** Calls `echo` of an MCP server with this URL, and prints the result or the error. */
const [url = ''] = process.argv.slice(2)
const host = await createHost({ plugins: mcpPlugins({ mcpServers: { peer: { url } } }) })
const client = new A2EClient({ to: { host }, capabilities: ['tools'] })
const call = { tool_name: 'peer__echo', arguments: { text: 'hi' } }
const outcome = await client.request('tool/call/req', call).then(
  ({ data: { success, summary } }) => ({ success, summary }),
  ({ code, message, hint }: { code: string; message: string; hint?: string }) => ({ code, message, hint }),
)
process.stdout.write(JSON.stringify(outcome))
await client.close()
await host.close()
