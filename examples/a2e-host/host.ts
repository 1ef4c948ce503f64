// An A2E host with a tool of its own and a coding agent: node host.ts, then node call.ts in another terminal
import { randomBytes } from 'node:crypto'
import { createHost, defineTool, serveHttp, toolsPlugin } from 'capstan/a2e'
import { agentsPlugin } from 'capstan/gateway'
import { createClient } from 'capstan/run'

const countWords = defineTool<{ text: string }>({
  name: 'count_words',
  description: 'Counts the words of a text',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => text.split(/\s+/).filter(Boolean).length,
})
const token = process.env.CAPSTAN_A2E_TOKEN ?? randomBytes(24).toString('base64url')
const host = await createHost({
  plugins: [
    toolsPlugin({ tools: [countWords] }),
    // Agents may read in this folder; every call has a budget.
    agentsPlugin({
      client: createClient(),
      run: { permissions: 'allow-reads', maxCostUsd: 0.5, timeoutMs: 10 * 60_000 },
    }),
  ],
  token,
})
const server = await serveHttp(host, { port: Number(process.env.PORT ?? 8765) })
console.log(`A2E host on ${server.url}`)
if (process.env.CAPSTAN_A2E_TOKEN === undefined) console.log(`CAPSTAN_A2E_TOKEN=${token}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close().then(() => host.close()))
}
