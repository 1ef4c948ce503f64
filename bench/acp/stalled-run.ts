import type { AgentEvent } from '../../src/events/event.ts'
import { createClient } from '../../src/run/client.ts'
import { HeapWatch, measure, type Table } from '../measure.ts'
import { connectByHand, type Update } from './hand-written-client.mjs'
import { nullAgentAt, nullProgram } from './null-agent.ts'

const updateCount = 1_000_000
const slowCount = 20_000
/** The number of different updates; the agent repeats them. */
const different = 500
const prompt = `text ${updateCount}`

/**
 * The heap that a million text updates need while their reader first pauses, then reads slowly, then reads all. The text
 * of the answer, which a run keeps for its result, is not counted: its length is up to the agent.
 */
export async function benchStalledRun(rounds: number): Promise<Table> {
  const rows = await measure(
    [
      { name: 'unbounded array', sample: throughArray },
      { name: 'client.run', sample: throughRun, budget: { most: 8 } },
    ],
    rounds,
  )
  return { title: `Stalled reader of a run: ${updateCount} updates`, unit: 'heap MB', rows }
}

async function throughArray(): Promise<number> {
  const heap = await HeapWatch.begin({ afterMs: 3000 })
  const updates: Update[] = []
  const client = await connectByHand(nullAgentAt(nullProgram).command, (update) => updates.push(update))
  await client.prompt(prompt)
  heap.look()
  await client.close()
  for (const [index, { content }] of updates.entries()) requireNext(content.text, index)
  return heap.megabytes
}

async function throughRun(): Promise<number> {
  const client = createClient({ definitions: [nullAgentAt(nullProgram).definition] })
  const heap = await HeapWatch.begin({ afterMs: 3000 })
  await using run = client.run({ agent: 'null', prompt, permissions: 'allow' })
  // Long enough for the agent to start and fill the pipe.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  heap.look()
  let read = 0
  let length = 0
  for await (const event of run) {
    const text = textOf(event)
    if (text === undefined) continue
    requireNext(text, read++)
    length += text.length
    if (read <= slowCount) await new Promise((resolve) => setImmediate(resolve))
    if (read % 100_000 === 0 || read === slowCount) heap.look(length)
  }
  if (read !== updateCount) throw new Error(`${read} of ${updateCount} updates arrived.`)
  const { text } = await run.result()
  if (text.length !== length) throw new Error(`The result has ${text.length} of ${length} characters.`)
  return heap.megabytes
}

function textOf(event: AgentEvent): string | undefined {
  return event.type === 'text.delta' ? event.text : undefined
}

function requireNext(text: string, place: number): void {
  const expected = `piece ${String(place % different).padStart(3, '0')} of it `
  if (text !== expected) throw new Error(`${JSON.stringify(text)} arrived at position ${place}.`)
}
