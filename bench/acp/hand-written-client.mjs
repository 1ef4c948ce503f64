import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Plain JavaScript, so that the cases of the first call do not load a TypeScript loader.

export async function connectByHand([program, ...words], onUpdate) {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let rest = ''
  let nextId = 0
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const { id, result, params } = JSON.parse(line)
      if (id === undefined) onUpdate(params.update)
      else {
        waiting.get(id)(result)
        waiting.delete(id)
      }
    }
  })
  const request = (method, params) => {
    const id = nextId++
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  await request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  const { sessionId } = await request('session/new', { cwd: process.cwd(), mcpServers: [] })
  return {
    async prompt(text) {
      await request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
    },
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
