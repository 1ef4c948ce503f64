import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { A2EClient, type A2ETarget } from '../src/a2e/index.ts'
import { type Budget, type Case, measure, type Row, type Table } from './measure.ts'

const host = join(import.meta.dirname, 'a2e/host.ts')
const callsInSample = 300
const inFlight = 16
const callsTogether = 1600
const body = JSON.stringify({ tool_name: 'echo', arguments: { text: 'hello' } })

type Call = () => Promise<unknown>

/** The cost of a call to a host over HTTP and stdio, compared with a bare HTTP echo. */
export async function benchA2E(rounds: number): Promise<Table[]> {
  const server = spawn(process.execPath, [host], { stdio: ['ignore', 'pipe', 'inherit'] })
  const clients: A2EClient[] = []
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const { url, echoPort } = JSON.parse(line.toString()) as { url: string; echoPort: number }
    const http = await connect({ url }, clients)
    const stdio = await connect({ command: process.execPath, arguments: [host, '--stdio'] }, clients)
    const calls: { name: string; call: Call; p50?: Budget; p99?: Budget; rate?: Budget }[] = [
      { name: 'bare node:http echo', call: echo(echoPort) },
      { name: 'HTTP ping', call: () => http.ping(), p50: { minRatio: 2 } },
      {
        name: 'HTTP tool call',
        call: toolCall(http),
        p50: { minRatio: 2 },
        p99: { ratio: 3 },
        rate: { leastRatio: 0.6 },
      },
      { name: 'stdio ping', call: () => stdio.ping() },
      { name: 'stdio tool call', call: toolCall(stdio) },
    ]
    const latency = calls.map(({ name, call, p50 }) =>
      caseOf(name, async () => at(0.5, await latencies(call)), p50),
    )
    const tail = calls.map(({ name, call, p99 }) =>
      caseOf(name, async () => at(0.99, await latencies(call)), p99),
    )
    const together = calls.map(({ name, call, rate }) => caseOf(name, () => manyAtOnce(call), rate))
    return [
      { title: 'One call after the other, p50', unit: 'µs', rows: await measure(latency, rounds) },
      { title: 'One call after the other, p99', unit: 'µs', rows: await measure(tail, rounds) },
      {
        title: `${inFlight} calls at a time, ${callsTogether} in all`,
        unit: 'calls/s',
        rows: (await measure(together, rounds)).map(perSecond),
      },
    ]
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    server.kill()
  }
}

function caseOf(name: string, sample: Case['sample'], budget: Budget | undefined): Case {
  return budget === undefined ? { name, sample } : { name, sample, budget }
}

/** Microseconds per second. */
const microseconds = 1_000_000

/** Converts microseconds per call to calls per second. The shortest time becomes the most calls. */
function perSecond({ median, min, max, medianRatio, minRatio, ...row }: Row): Row {
  return {
    ...row,
    median: microseconds / median,
    min: microseconds / max,
    max: microseconds / min,
    medianRatio: 1 / medianRatio,
    minRatio: 1 / minRatio,
  }
}

async function connect(to: A2ETarget, clients: A2EClient[]): Promise<A2EClient> {
  const client = new A2EClient({ to, capabilities: ['tools'], token: 'bench' })
  clients.push(client)
  await client.connect()
  return client
}

function toolCall(client: A2EClient): Call {
  return () => client.request('tool/call/req', { tool_name: 'echo', arguments: { text: 'hello' } })
}

function echo(port: number): Call {
  const agent = new Agent({ keepAlive: true })
  return () =>
    new Promise((resolve, reject) => {
      const outgoing = request({ hostname: '127.0.0.1', port, method: 'POST', agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      })
      outgoing.on('error', reject).end(body)
    })
}

async function latencies(call: Call): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < callsInSample; index++) {
    const began = performance.now()
    await call()
    taken.push((performance.now() - began) * 1000)
  }
  return taken.toSorted((a, b) => a - b)
}

function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

async function manyAtOnce(call: Call): Promise<number> {
  const began = performance.now()
  let left = callsTogether
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return ((performance.now() - began) * 1000) / callsTogether
}
