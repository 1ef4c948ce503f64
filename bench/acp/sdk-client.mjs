import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'

export async function connectBySdk([program, ...words], onUpdate) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const { agent } = acp
    .client({ name: 'bench' })
    .onNotification(acp.methods.client.session.update, ({ params }) => onUpdate(params.update))
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)))
  const { initialize, session } = acp.methods.agent
  await agent.request(initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} })
  const { sessionId } = await agent.request(session.new, { cwd: process.cwd(), mcpServers: [] })
  return {
    async prompt(text) {
      await agent.request(session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
    },
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
