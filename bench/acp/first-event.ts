import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { createClient } from '../../src/run/client.ts'
import { requireBuild } from '../child-cpu.ts'
import { type Budget, type Case, measure, type Table } from '../measure.ts'
import { connectByHand } from './hand-written-client.mjs'
import { type NullAgent, nullAgentAt, nullProgram } from './null-agent.ts'
import { connectBySdk } from './sdk-client.mjs'

const cases = join(import.meta.dirname, '../first-event-cases')
const budget = { minRatio: 1.5 }

/** The time from the call to the first update of an agent that does nothing. */
export async function benchFirstEvent(rounds: number, native: string | undefined): Promise<Table[]> {
  requireBuild()
  const inNode = nullAgentAt(nullProgram)
  const tables = [
    await benchCalls('agent in Node', inNode, rounds),
    await benchProcess('agent in Node', inNode, { rounds, budget: { minRatio: 2 } }),
  ]
  if (native === undefined) return tables
  const agent = nullAgentAt(native)
  return [
    ...tables,
    await benchCalls('native agent', agent, rounds),
    // No budget: V8 reads the code of Capstan for longer than an agent needs that starts in 1 ms.
    await benchProcess('native agent', agent, { rounds }),
  ]
}

/** A new process for one call with the built package: includes its start and its imports. */
async function benchProcess(
  title: string,
  agent: NullAgent,
  { rounds, ...limit }: { rounds: number; budget?: Budget },
): Promise<Table> {
  const caseOf = (name: string, file: string): Case => ({ name, sample: () => inProcess(file, agent) })
  const rows = await measure(
    [
      caseOf('hand-written', 'hand-written.mjs'),
      { ...caseOf('client.run', 'capstan.mjs'), ...limit },
      caseOf('ACP SDK', 'sdk.mjs'),
    ],
    rounds,
  )
  return { title: `Process start to first event, ${title}`, unit: 'ms', rows }
}

function inProcess(file: string, agent: NullAgent): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(cases, file), JSON.stringify(agent)], {
    encoding: 'utf8',
  })
  const milliseconds = Number(stdout || Number.NaN)
  if (status === 0 && !Number.isNaN(milliseconds)) return milliseconds
  throw new CapstanError('BENCH_CHILD_FAILED', `${file} ended with ${status}`, { hint: stderr.trim() })
}

async function benchCalls(title: string, { definition, command }: NullAgent, rounds: number): Promise<Table> {
  const client = createClient({ definitions: [definition] })
  const run = async (onFirst: () => void): Promise<void> => {
    await using started = client.run({ agent: 'null', prompt: 'text 1', permissions: 'allow' })
    for await (const { type } of started) if (type === 'text.delta') onFirst()
  }
  const connect = async (
    by: typeof connectByHand | typeof connectBySdk,
    onFirst: () => void,
  ): Promise<void> => {
    const connected = await by(command, onFirst)
    await connected.prompt('text 1')
    await connected.close()
  }
  const rows = await measure(
    [
      { name: 'hand-written', sample: () => untilFirst((onFirst) => connect(connectByHand, onFirst)) },
      { name: 'client.run', sample: () => untilFirst(run), budget },
      { name: 'ACP SDK', sample: () => untilFirst((onFirst) => connect(connectBySdk, onFirst)) },
    ],
    rounds,
  )
  return { title: `Call to first event, ${title}`, unit: 'ms', rows }
}

async function untilFirst(call: (onFirst: () => void) => Promise<void>): Promise<number> {
  const before = performance.now()
  let after = Number.NaN
  await call(() => (after = performance.now()))
  return after - before
}
