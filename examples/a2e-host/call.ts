// Calls the tools of the host, and an agent through it: CAPSTAN_A2E_TOKEN=… node call.ts claude
import { A2EClient } from 'capstan/a2e'

const [agent = 'sim', prompt = 'read package.json'] = process.argv.slice(2)
const url = process.env.A2E_URL ?? 'http://127.0.0.1:8765'
const client = new A2EClient({ to: { url }, token: process.env.CAPSTAN_A2E_TOKEN, capabilities: ['tools'] })
await client.connect()
const call = async (name: string, input: Record<string, unknown>): Promise<unknown> =>
  (await client.request('tool/call/req', { tool_name: name, arguments: input })).data.data
console.log('words:', await call('count_words', { text: 'one two three' }))
console.log('answer:', JSON.stringify(await call('ask_agent', { agent, prompt })))
await client.close()
