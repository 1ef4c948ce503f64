import { EventQueue } from '../src/core/event-queue.ts'
import { JsonLinesDecoder } from '../src/core/json-lines/json-lines.ts'
import { cpuOf, measure, type Table } from './measure.ts'
import { benchStalledReader } from './stalled-reader.ts'

const lineCount = 60_000
const chunkBytes = 64 * 1024

/** The cost of parsing an agent's lines, and the memory while a reader is paused. */
export async function benchLines(rounds: number): Promise<Table[]> {
  return [
    await benchDecoder('Lines of ASCII text', 'word', rounds),
    await benchDecoder('Lines of other text', 'naïve 😀', rounds),
    await benchStalledReader(rounds),
  ]
}

async function benchDecoder(title: string, word: string, rounds: number): Promise<Table> {
  const bytes = textUpdates(word)
  const chunks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    chunks.push(bytes.subarray(start, start + chunkBytes))
  }
  const rows = await measure(
    [
      { name: 'split + JSON.parse', sample: () => cpuOf(() => splitAndParse(bytes)) },
      { name: 'JsonLinesDecoder', sample: () => cpuOf(() => decode(chunks)), budget: { ratio: 1.2 } },
      { name: '… and EventQueue to a reader', sample: () => cpuOf(() => decodeToReader(chunks)) },
    ],
    rounds,
  )
  return {
    title: `${title}: ${lineCount} of ${Math.round(bytes.length / lineCount)} bytes`,
    unit: 'CPU ms',
    rows,
  }
}

/** The parameters of an ACP `session/update`, which an agent sends for each piece of its answer. */
function textUpdates(word: string): Buffer {
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const content = { type: 'text', text: `${word} ${index}` }
    return JSON.stringify({ sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content } })
  })
  return Buffer.from(`${lines.join('\n')}\n`)
}

function splitAndParse(bytes: Buffer): void {
  let values = 0
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line !== '' && JSON.parse(line) !== null) values++
  }
  requireAll(values)
}

function decode(chunks: Buffer[]): void {
  let values = 0
  const decoder = new JsonLinesDecoder({
    onValue: (value) => {
      if (value !== null) values++
    },
    onBadLine: fail,
  })
  for (const chunk of chunks) decoder.push(chunk)
  decoder.end()
  requireAll(values)
}

async function decodeToReader(chunks: Buffer[]): Promise<void> {
  const queue = new EventQueue<unknown>()
  // A chunk can hold more values than the queue: keep them here and delay the next chunk.
  let batch: unknown[] = []
  const decoder = new JsonLinesDecoder({ onValue: (value) => batch.push(value), onBadLine: fail })
  const produce = async (): Promise<void> => {
    for (const chunk of chunks) {
      decoder.push(chunk)
      for (const value of batch) {
        const ready = queue.push(value)
        if (ready !== undefined) await ready
      }
      batch = []
      // A pipe delivers one chunk per turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
    queue.end()
  }
  const read = async (): Promise<number> => {
    let values = 0
    for await (const value of queue) if (value !== null) values++
    return values
  }
  const [values] = await Promise.all([read(), produce()])
  requireAll(values)
}

function fail(error: Error): never {
  throw error
}

function requireAll(values: number): void {
  if (values !== lineCount) throw new Error(`${values} values came out of ${lineCount} lines.`)
}
