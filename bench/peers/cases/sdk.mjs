import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { drive } from './driver.mjs'

async function connect([program, ...words], onUpdate) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const { agent } = acp
    .client({ name: 'bench' })
    .onNotification(acp.methods.client.session.update, ({ params }) => onUpdate(params.update))
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)))
  const { initialize, session } = acp.methods.agent
  await agent.request(initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} })
  const { sessionId } = await agent.request(session.new, { cwd: process.cwd(), mcpServers: [] })
  return {
    prompt: (text) => agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text }] }),
    close: async () => {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

await drive({
  run: async (command, prompt, onUpdate) => {
    const client = await connect(command, onUpdate)
    await client.prompt(prompt)
    await client.close()
  },
  open: async (command) => (await connect(command, () => {})).close,
})
