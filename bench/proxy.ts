import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { measure, type Table } from './measure.ts'
import { events, startUpstream } from './proxy/upstream.ts'

/** A proxy in a process of its own. */
interface ProxyProcess {
  readonly child: ChildProcess
  readonly port: number
}

/** Streamed answers to count for one sample. */
const turns = 4
const body = JSON.stringify({
  model: 'claude-x',
  stream: true,
  messages: [{ role: 'user', content: 'x'.repeat(200_000) }],
})

/** The model proxy between a client and a provider, compared with a hand-written pipe. */
export async function benchProxy(rounds: number): Promise<Table[]> {
  const upstream = await startUpstream()
  const [bare, capstan] = [
    await startProxy('bare', upstream.port),
    await startProxy('capstan', upstream.port),
  ]
  const agent = new Agent({ keepAlive: true })
  const turn = (port: number, isShort: boolean): Promise<number> => ask(port, { agent, isShort })
  try {
    // Warm up both before the first measurement.
    for (let round = 0; round < 500; round++) for (const { port } of [bare, capstan]) await turn(port, true)
    for (const { port } of [bare, capstan]) for (let round = 0; round < 3; round++) await turn(port, false)
    const first = await measure(
      [
        { name: 'hand-written pipe', sample: () => turn(bare.port, true) },
        { name: 'model proxy', sample: () => turn(capstan.port, true), budget: { medianMost: 5 } },
      ],
      rounds * 10,
    )
    const cpu = await measure(
      [
        { name: 'hand-written pipe', sample: () => cpuOf(bare, () => turn(bare.port, false)) },
        {
          name: 'model proxy',
          sample: () => cpuOf(capstan, () => turn(capstan.port, false)),
          budget: { ratio: 1.03 },
        },
      ],
      rounds,
    )
    return [
      { title: 'Request to the first event', unit: 'ms', rows: first },
      { title: `${turns} answers of ${events} events, only the proxy's process`, unit: 'CPU ms', rows: cpu },
    ]
  } finally {
    agent.destroy()
    for (const { child } of [bare, capstan]) child.disconnect()
    upstream.server.closeAllConnections()
    upstream.server.close()
  }
}

async function startProxy(kind: string, port: number): Promise<ProxyProcess> {
  const child = fork(join(import.meta.dirname, 'proxy/host.ts'), [kind, String(port)], {
    execArgv: ['--expose-gc'],
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

async function usageOf({ child }: ProxyProcess): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return (cpu.user + cpu.system) / 1000
}

async function cpuOf(proxy: ProxyProcess, work: () => Promise<unknown>): Promise<number> {
  const before = await usageOf(proxy)
  for (let index = 0; index < turns; index++) await work()
  return (await usageOf(proxy)) - before
}

/** Reads a whole answer; returns the milliseconds to its first bytes. */
async function ask(port: number, { agent, isShort }: { agent: Agent; isShort: boolean }): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(isShort ? { 'x-short': '1' } : {}) }
  const begin = performance.now()
  const asked = request({ host: '127.0.0.1', port, path: '/v1/messages', method: 'POST', headers, agent })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  const firstMs = performance.now() - begin
  answer.resume()
  await once(answer, 'end')
  return firstMs
}
