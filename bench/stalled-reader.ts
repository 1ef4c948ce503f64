import { EventQueue } from '../src/core/event-queue.ts'
import { HeapWatch, measure, type Table } from './measure.ts'

const itemCount = 1_000_000
const slowCount = 20_000

interface Item {
  sequence: number
  text: string
}

/** The heap that one million items need while their reader first pauses, then reads slowly, then reads all. */
export async function benchStalledReader(rounds: number): Promise<Table> {
  const rows = await measure(
    [
      { name: 'unbounded array', sample: throughArray },
      { name: 'EventQueue', sample: throughQueue, budget: { most: 8 } },
    ],
    rounds,
  )
  return { title: `Stalled reader: ${itemCount} items`, unit: 'heap MB', rows }
}

function itemOf(sequence: number): Item {
  return { sequence, text: `piece ${sequence}` }
}

async function throughArray(): Promise<number> {
  const heap = await HeapWatch.begin()
  const items: Item[] = []
  for (let sequence = 0; sequence < itemCount; sequence++) items.push(itemOf(sequence))
  heap.look()
  for (const [index, item] of items.entries()) requireNext(item, index)
  return heap.megabytes
}

async function throughQueue(): Promise<number> {
  const heap = await HeapWatch.begin()
  const queue = new EventQueue<Item>()
  const [read] = await Promise.all([readLate(queue, heap), produce(queue)])
  if (read !== itemCount) throw new Error(`${read} of ${itemCount} items arrived.`)
  return heap.megabytes
}

async function produce(queue: EventQueue<Item>): Promise<void> {
  for (let sequence = 0; sequence < itemCount; sequence++) {
    const ready = queue.push(itemOf(sequence))
    if (ready !== undefined) await ready
  }
  queue.end()
}

async function readLate(queue: EventQueue<Item>, heap: HeapWatch): Promise<number> {
  for (let turn = 0; turn < 1000; turn++) await nextTurn()
  heap.look()
  let read = 0
  for await (const item of queue) {
    requireNext(item, read++)
    if (read <= slowCount) await nextTurn()
    if (read % 100_000 === 0 || read === slowCount) heap.look()
  }
  return read
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function requireNext(item: Item, expected: number): void {
  if (item.sequence !== expected) throw new Error(`Got item ${item.sequence} instead of ${expected}`)
}
