import { measure, type Table } from '../measure.ts'
import { plainFill, plainMessage, PlainQueue } from './plain-queue.ts'
import { createLab, fill, messageCount, text, withFile } from './queue-lab.ts'

const samples = 2000

/** The time from `send` to the session, while all others are queued. */
export function benchLatency(rounds: number): Promise<Table> {
  return withFile((plainPath) => withFile((path) => benchIn(plainPath, path, rounds)))
}

async function benchIn(plainPath: string, path: string, rounds: number): Promise<Table> {
  const queue = new PlainQueue(plainPath)
  plainFill(queue, messageCount)
  const waiting: (() => void)[] = []
  const lab = createLab(path, { receive: () => waiting.pop()?.() })
  fill(lab, messageCount)
  let number = 0
  const plain = (): number => {
    const start = performance.now()
    queue.put('somebody', { id: `latency-${number++}`, ...plainMessage })
    queue.take('somebody', () => {})
    return performance.now() - start
  }
  const real = async (): Promise<number> => {
    const start = performance.now()
    const arrived = new Promise<void>((resolve) => waiting.push(resolve))
    lab.sender.send({ to: '@worker-0', text, mode: 'immediate' })
    await arrived
    return performance.now() - start
  }
  const rows = await measure(
    [
      { name: 'plain SQLite, p50', sample: () => percentile(0.5, plain) },
      { name: 'sessions, p50', sample: () => percentile(0.5, real), budget: { minRatio: 8 } },
      { name: 'plain SQLite, p99', sample: () => percentile(0.99, plain) },
      { name: 'sessions, p99', sample: () => percentile(0.99, real) },
    ],
    rounds,
  )
  queue.close()
  await lab.sessions.close()
  return { title: `From send to the session, while ${messageCount} wait`, unit: 'µs', rows }
}

async function percentile(part: number, one: () => number | Promise<number>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < samples; index++) times.push(await one())
  return (times.toSorted((left, right) => left - right)[Math.floor(samples * part)] ?? Number.NaN) * 1000
}
