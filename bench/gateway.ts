import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgUiEvent } from '../src/gateway/ag-ui/events.ts'
import type { RunInput } from '../src/gateway/ag-ui/input.ts'
import { AgUiTranslator, ThreadMemory } from '../src/gateway/ag-ui/translator.ts'
import { createGateway } from '../src/gateway/create-gateway.ts'
import type { RunSink } from '../src/gateway/run-sink.ts'
import type { ServedAgent } from '../src/gateway/served-agent.ts'
import { listen } from '../src/gateway/server.ts'
import { createClient } from '../src/run/client.ts'
import { cpuOf, HeapWatch, measure, type Table } from './measure.ts'

const token = 'a-token-for-the-bench-of-the-gateway'
const pieces = 20_000
const piece = 'twenty characters ok '
const together = 500

/** What the gateway costs between an agent's event and the client, next to the least that HTTP can do. */
export async function benchGateway(rounds: number): Promise<Table[]> {
  const bare = createServer((incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    incoming.resume()
    incoming.on('end', () => void sendBare(response, Number(incoming.headers['x-pieces'])))
  }).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const gateway = createGateway({
    client: createClient({ definitions: [] }),
    token,
    limits: { maxRuns: 10_000 },
  })
  gateway.add(talker)
  const server = await listen(gateway, { port: 0 })
  const keepAlive = new Agent({ keepAlive: true, maxSockets: together })
  const call = (port: number, path: string) => (count: number) =>
    stream({ port, path, count, agent: keepAlive })
  const own = call(server.port, '/agents/talker')
  const least = call((bare.address() as AddressInfo).port, '/')
  try {
    const throughput = await measure(
      [
        { name: 'bare node:http', sample: () => cpuOf(() => least(pieces)) },
        { name: 'gateway', sample: () => cpuOf(() => own(pieces)), budget: { ratio: 1.5 } },
      ],
      rounds,
    )
    const first = await measure(
      [
        { name: 'bare node:http', sample: async () => (await least(1)).firstMs * 1000 },
        { name: 'gateway', sample: async () => (await own(1)).firstMs * 1000, budget: { minRatio: 3 } },
      ],
      rounds * 10,
    )
    const memory = await measure(
      [{ name: 'gateway', sample: () => heapOf(own), budget: { most: 40 } }],
      Math.min(rounds, 3),
    )
    const { events } = await own(Math.ceil(1e6 / piece.length))
    if (events > 1500) throw new Error(`A reply of 1 MB was ${events} events`)
    return [
      { title: `${pieces} pieces of text to one client, both sides`, unit: 'CPU ms', rows: throughput },
      { title: `Request to first byte; 1 MB was ${events} events`, unit: 'µs', rows: first },
      { title: `${together} runs at once, above what there was before`, unit: 'heap MB', rows: memory },
    ]
  } finally {
    keepAlive.destroy()
    await server.close()
    bare.closeAllConnections()
    bare.close()
  }
}

/** An agent in this process that says as many pieces as it is asked for. */
const talker: ServedAgent = {
  id: 'talker',
  name: 'Talker',
  description: '',
  busy: 0,
  capabilities: () => Promise.resolve({}),
  run: (input) => ({ start: (sink) => talk(input, sink), leave: () => undefined }),
  connect: () => ({ start: () => Promise.resolve(), leave: () => undefined }),
  stop: () => false,
  expire: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

async function talk({ threadId, runId, forwardedProps }: RunInput, sink: RunSink): Promise<void> {
  const translator = new AgUiTranslator({
    threadId,
    runId,
    generation: 'current',
    memory: new ThreadMemory(),
  })
  await sink.write(translator.begin())
  for (let index = 0; index < Number(forwardedProps); index++) {
    await sink.write(translator.take({ type: 'text.delta', text: piece, messageId: 'm1' }))
    if (index % 64 === 63) await nextTurn()
  }
  await sink.write(translator.end({ type: 'finished', stopReason: 'end-turn' }))
}

async function sendBare(response: NodeJS.WritableStream, count: number): Promise<void> {
  const send = (event: AgUiEvent): boolean => response.write(`data: ${JSON.stringify(event)}\n\n`)
  send({ type: 'RUN_STARTED', threadId: 't', runId: 'r' })
  for (let index = 0; index < count; index++) {
    const isTaken = send({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:1', delta: piece })
    if (!isTaken) await once(response, 'drain')
    if (index % 64 === 63) await nextTurn()
  }
  send({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' })
  response.end()
}

interface Streamed {
  firstMs: number
  events: number
}

let runs = 0

async function stream({
  port,
  path,
  count,
  agent,
}: {
  port: number
  path: string
  count: number
  agent: Agent
}): Promise<Streamed> {
  runs += 1
  const names = { threadId: `t${runs}`, runId: `r${runs}` }
  const body = JSON.stringify({ ...names, messages: [], protocolVersion: '1.0', forwardedProps: count })
  const began = performance.now()
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${token}`,
    'x-pieces': count,
  }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let firstMs: number | undefined
  let events = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    firstMs ??= performance.now() - began
    for (let at = chunk.indexOf('\n\n'); at !== -1; at = chunk.indexOf('\n\n', at + 2)) events += 1
  }
  return { firstMs: firstMs ?? Number.NaN, events }
}

async function heapOf(run: (count: number) => Promise<Streamed>): Promise<number> {
  const heap = await HeapWatch.begin({ afterMs: 500 })
  const all = Promise.all(Array.from({ length: together }, () => run(400)))
  const timer = setInterval(() => heap.look(), 250)
  await all
  clearInterval(timer)
  heap.look()
  return heap.megabytes
}
