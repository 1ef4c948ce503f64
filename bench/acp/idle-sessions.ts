import { createClient } from '../../src/run/client.ts'
import { HeapWatch, measure, type Table } from '../measure.ts'
import { connectByHand } from './hand-written-client.mjs'
import { type NullAgent, nullAgentAt, nullProgram } from './null-agent.ts'
import { connectBySdk } from './sdk-client.mjs'

const sessions = 40

/** The heap of an idle session in this process. */
export async function benchIdleSessions(rounds: number, native = nullProgram): Promise<Table> {
  const agent = nullAgentAt(native)
  const client = createClient({ definitions: [agent.definition] })
  // Warm up first: V8 keeps compiling for some hundred sessions, and compiled code would be counted.
  for (let round = 0; round < 10; round++)
    await closeAll(await openAll(() => client.session('null', { permissions: 'allow' })))
  const rows = await measure(
    [
      { name: 'hand-written', sample: () => idle(agent, ({ command }) => connectByHand(command, () => {})) },
      {
        name: 'client.session',
        sample: () => idle(agent, () => client.session('null', { permissions: 'allow' })),
        budget: { medianMost: 12 },
      },
      { name: 'ACP SDK', sample: () => idle(agent, ({ command }) => connectBySdk(command, () => {})) },
    ],
    rounds,
  )
  return { title: `Idle session: one of ${sessions}`, unit: 'heap KB', rows }
}

interface Session {
  close(): Promise<void>
}

async function idle(agent: NullAgent, open: (agent: NullAgent) => Promise<Session>): Promise<number> {
  const heap = await HeapWatch.begin({ afterMs: 3000 })
  const opened = await openAll(() => open(agent))
  // Wait: garbage of the start can be collected only in a later turn.
  await new Promise((resolve) => setTimeout(resolve, 100))
  heap.look()
  await closeAll(opened)
  return (heap.megabytes * 1000) / sessions
}

async function openAll(open: () => Promise<Session>): Promise<Session[]> {
  const opened: Session[] = []
  for (let index = 0; index < sessions; index++) opened.push(await open())
  return opened
}

async function closeAll(opened: readonly Session[]): Promise<void> {
  await Promise.all(opened.map((session) => session.close()))
}
