import { HeapWatch, measure, type Table } from '../measure.ts'
import { createLab, fill, messageCount, sessionCount, withFile } from './queue-lab.ts'

/** The heap size of a session, with and without queued messages. */
export async function benchHeap(rounds: number): Promise<Table> {
  // Warm up first: compiled code would be counted.
  await heapOf(sessionCount)
  const waiting = messageCount / sessionCount
  const rows = await measure(
    [
      { name: 'nothing waits', sample: () => heapOf(0), budget: { most: 12 } },
      { name: `${waiting} messages wait`, sample: () => heapOf(messageCount), budget: { most: 12 } },
    ],
    rounds,
  )
  return { title: `A session: one of ${sessionCount}`, unit: 'heap KB', rows }
}

function heapOf(messages: number): Promise<number> {
  return withFile(async (path) => {
    const heap = await HeapWatch.begin()
    const lab = createLab(path)
    fill(lab, messages)
    heap.look()
    await lab.sessions.close()
    return (heap.megabytes * 1000) / sessionCount
  })
}
