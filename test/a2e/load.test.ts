import { expect, it, onTestFinished } from 'vitest'
import { A2EClient } from '../../src/a2e/client.ts'
import { serveHttp } from '../../src/a2e/transports/http-server.ts'
import { testHost } from '../support/a2e.ts'
import { plugin } from '../support/a2e-plugins.ts'

/** How many calls each client makes; `A2E_LOAD=1000` is the full run. */
const calls = Number(process.env['A2E_LOAD'] ?? 25)
const clients = 64
const maxParallel = 4
/** More than run at a time, so that the host has to queue calls in order. */
const together = 8

it('serves 64 clients without losing a call, each in order', { timeout: 60_000 + calls * 1000 }, async () => {
  const running = new Map<string, number>()
  const begun = new Map<string, number[]>()
  let most = 0
  const tools = plugin('tools', {
    'tool/call/req': async ({ arguments: { index } }, { session: { agentId } }) => {
      const now = (running.get(agentId) ?? 0) + 1
      running.set(agentId, now)
      most = Math.max(most, now)
      const order = begun.get(agentId) ?? []
      order.push(Number(index))
      begun.set(agentId, order)
      await new Promise(setImmediate)
      running.set(agentId, (running.get(agentId) ?? 0) - 1)
      return { data: { success: true, tool_name: agentId, data: index, duration_ms: 0 } }
    },
  })
  const host = await testHost({ plugins: [tools], token: 's', maxParallel })
  const server = await serveHttp(host, { port: 0 })
  onTestFinished(() => server.close())

  const work = async (agentId: string): Promise<unknown[]> => {
    const client = new A2EClient({ to: { url: server.url }, capabilities: ['tools'], agentId, token: 's' })
    await client.connect()
    const answers: unknown[] = []
    for (let index = 0; index < calls; index += together) {
      const size = Math.min(together, calls - index)
      const batch = Array.from({ length: size }, (_, offset) =>
        client.request('tool/call/req', { arguments: { index: index + offset } }, { timeoutMs: 120_000 }),
      )
      for (const { data } of await Promise.all(batch)) answers.push([data.tool_name, data.data])
    }
    await client.close()
    return answers
  }
  const names = Array.from({ length: clients }, (_, number) => `agent-${number}`)
  const answers = await Promise.all(names.map(work))
  const indexes = Array.from({ length: calls }, (_, index) => index)
  expect(answers).toEqual(names.map((name) => indexes.map((index) => [name, index])))
  expect(most).toBeLessThanOrEqual(maxParallel)
  // Each call ran once; calls of one batch may overtake each other on their connections.
  for (const name of names) expect(begun.get(name)?.toSorted((a, b) => a - b)).toEqual(indexes)
  expect(host.sessions).toBe(0)
})
