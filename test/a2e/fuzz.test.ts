import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveHttp } from '../../src/a2e/transports/http-server.ts'
import { testFolder } from '../support/a2e.ts'
import { httpAgent, streamAgent, type WireAgent } from '../support/a2e-wire.ts'
import { answerableId, mutatedLine, randomOf } from './mutations.ts'
import { recordedHost } from './recorded-host.ts'

/** How many lines to send to a host; `A2E_FUZZ=100000` is the full run. */
const lines = Number(process.env['A2E_FUZZ'] ?? 1000)
const seed = Number(process.env['A2E_FUZZ_SEED'] ?? 1)
const capabilities = ['tools', 'toolkits', 'skill', 'memory', 'env', 'chains', 'learning']
/** How many requests may be in flight. */
const window = 200
const timeout = 60_000 + lines * 10

/** Sends lines to a host and counts the answers. */
async function fuzz(agent: WireAgent): Promise<void> {
  const random = randomOf(seed)
  const sent = new Map<string, number>()
  const open = new Set<string>()
  const answers = new Map<string, number>()
  const late: string[] = []
  let progress = Promise.withResolvers<void>()
  const take = agent.take.bind(agent)
  agent.take = (line) => {
    take(line)
    const { req_id: id, type } = JSON.parse(line) as { req_id: string; type: string }
    if (type.endsWith('event')) {
      if (answers.has(id)) late.push(id)
      return
    }
    answers.set(id, (answers.get(id) ?? 0) + 1)
    open.delete(id)
    agent.received.length = 0
    progress.resolve()
    progress = Promise.withResolvers<void>()
  }
  const expectAnswer = (id: string): void => {
    sent.set(id, (sent.get(id) ?? 0) + 1)
    if (!answers.has(id)) open.add(id)
  }
  for (let index = 0; index < lines; index++) {
    if (index % 50 === 0) {
      const id = agent.send('handshake/req', { agent_caps: capabilities, auth_token: 'dev-secret' })
      expectAnswer(id)
    }
    const line = mutatedLine(`fuzz-${index}`, random)
    const id = answerableId(line)
    if (id !== undefined) expectAnswer(id)
    agent.sendText(line)
    if (index % window === window - 1) while (open.size > 0) await progress.promise
  }
  while (open.size > 0) await progress.promise
  // A mutated id can repeat an old one: a host remembers only the last few thousand.
  const single = [...sent].filter(([, times]) => times === 1).map(([id]) => id)
  expect(single.filter((id) => answers.get(id) !== 1)).toEqual([])
  expect([...sent.keys()].filter((id) => !answers.has(id))).toEqual([])
  expect(late).toEqual([])
  expect(single.length).toBeGreaterThan(lines * 0.8)
}

it('a host on stdio answers every request once, valid or not', { timeout }, async () => {
  const program = join(import.meta.dirname, '../support/a2e-recorded-stdio.ts')
  const child = spawn(process.execPath, [program, capabilities.join(','), testFolder()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const agent = streamAgent(child.stdin, child.stdout)
  await fuzz(agent)
  agent.send('shutdown')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('a host over HTTP answers every request once, valid or not', { timeout }, async () => {
  const host = await recordedHost(capabilities, testFolder())
  const server = await serveHttp(host, { port: 0 })
  const { agent, close } = await httpAgent(server.url)
  onTestFinished(async () => {
    close()
    await server.close()
    await host.close()
  })
  await fuzz(agent)
  expect(await agent.handshake(['tools'], 'dev-secret')).toMatchObject({ ok: true })
})
