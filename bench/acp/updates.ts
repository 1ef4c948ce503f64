import type { AgentEvent } from '../../src/events/event.ts'
import { createClient } from '../../src/run/client.ts'
import { cpuOf, measure, type Table } from '../measure.ts'
import { connectByHand, type Update } from './hand-written-client.mjs'
import { type NullAgent, nullAgentAt, nullProgram } from './null-agent.ts'
import { connectBySdk } from './sdk-client.mjs'

interface Kind {
  title: string
  word: 'text' | 'tool'
  count: number
  budget: number
}

const textKind: Kind = { title: 'Text updates', word: 'text', count: 200_000, budget: 2 }
const toolKind: Kind = { title: 'Tool updates', word: 'tool', count: 40_000, budget: 3 }

/** The cost of an update in this process, from the agent's line to the caller. */
export async function benchUpdates(rounds: number): Promise<Table[]> {
  return [await benchKind(textKind, rounds), await benchKind(toolKind, rounds)]
}

async function benchKind({ title, word, count, budget }: Kind, rounds: number): Promise<Table> {
  const prompt = `${word} ${count}`
  const [one, two] = [nullAgentAt(nullProgram), nullAgentAt(nullProgram, '--v2')]
  const sample = (work: () => Promise<number>) => async (): Promise<number> =>
    cpuOf(async () => requireAll(await work(), count))
  const rows = await measure(
    [
      { name: 'split + JSON.parse', sample: sample(() => readByHand(one, prompt)) },
      { name: 'client.run', sample: sample(() => readRun(one, prompt)), budget: { ratio: budget } },
      {
        name: 'client.run, version 2',
        sample: sample(() => readRun(two, prompt)),
        budget: { ratio: budget },
      },
      { name: 'ACP SDK', sample: sample(() => readBySdk(one, prompt)) },
    ],
    rounds,
  )
  return { title: `${title}: ${count} of them`, unit: 'CPU ms', rows }
}

/** Each reader reads a field of the update, so that lazy parsing would be counted, and counts the updates. */
async function readByHand({ command }: NullAgent, prompt: string): Promise<number> {
  let seen = 0
  const client = await connectByHand(command, (update) => (seen += lengthOf(update) > 0 ? 1 : 0))
  await client.prompt(prompt)
  await client.close()
  return seen
}

function lengthOf({ sessionUpdate, content }: Update): number {
  return sessionUpdate === 'agent_message_chunk' ? content.text.length : content[0].content.text.length
}

async function readBySdk({ command }: NullAgent, prompt: string): Promise<number> {
  let seen = 0
  const client = await connectBySdk(
    command,
    ({ sessionUpdate }) => (seen += sessionUpdate === 'plan' ? 0 : 1),
  )
  await client.prompt(prompt)
  await client.close()
  return seen
}

async function readRun({ definition }: NullAgent, prompt: string): Promise<number> {
  const client = createClient({ definitions: [definition], models: { agents: [] } })
  let seen = 0
  await using run = client.run({ agent: definition.id, prompt })
  for await (const event of run) seen += sizeOf(event) > 0 ? 1 : 0
  return seen
}

function sizeOf(event: AgentEvent): number {
  if (event.type === 'text.delta') return event.text.length
  return event.type === 'tool.updated' ? (event.content?.length ?? 0) : 0
}

function requireAll(seen: number, count: number): void {
  if (seen !== count) throw new Error(`${seen} of ${count} updates arrived.`)
}
