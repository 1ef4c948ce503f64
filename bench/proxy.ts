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

/** Streamed answers before a sample of CPU time, and in it. */
const warmUp = 10
const turns = 40
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
    const first = await measure(
      [
        { name: 'hand-written pipe', sample: () => turn(bare.port, true) },
        { name: 'model proxy', sample: () => turn(capstan.port, true), budget: { medianMost: 5 } },
      ],
      rounds * 10,
    )
    const cpu = await measure(
      [
        { name: 'hand-written pipe', sample: () => cpuOf('bare', { upstream, turn }) },
        { name: 'model proxy', sample: () => cpuOf('capstan', { upstream, turn }), budget: { ratio: 1.03 } },
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

/** The CPU time of a new process: two processes of the same code differ by up to a tenth. */
async function cpuOf(
  kind: string,
  {
    upstream,
    turn,
  }: { upstream: { port: number }; turn: (port: number, isShort: boolean) => Promise<number> },
): Promise<number> {
  const proxy = await startProxy(kind, upstream.port)
  for (let index = 0; index < warmUp; index++) await turn(proxy.port, false)
  const before = await usageOf(proxy)
  for (let index = 0; index < turns; index++) await turn(proxy.port, false)
  const used = (await usageOf(proxy)) - before
  proxy.child.disconnect()
  return used
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
