import { createClient } from '../src/run/client.ts'
import type { RunOptions } from '../src/run/api/options.ts'
import { nullAgentAt, nullProgram } from './acp/null-agent.ts'
import { measure, type Table } from './measure.ts'

/** The time from the call to the first event of an agent that does nothing, without and in the sandbox. */
export async function benchSandbox(rounds: number): Promise<Table[]> {
  const { definition } = nullAgentAt(nullProgram)
  // With data about its home, the agent gets the proxy's certificate too.
  const client = createClient({ definitions: [{ ...definition, home: {} }] })
  const firstEvent = async (permissions: RunOptions['permissions']): Promise<number> => {
    const begin = performance.now()
    let milliseconds = Number.NaN
    await using run = client.run({ agent: 'null', prompt: 'text 1', ...(permissions && { permissions }) })
    for await (const { type } of run) if (type === 'text.delta') milliseconds = performance.now() - begin
    return milliseconds
  }
  const added = async (): Promise<number> => {
    const open = await firstEvent('allow')
    return (await firstEvent('allow-reads')) - open
  }
  const rows = await measure(
    [
      { name: 'policy allow, no sandbox', sample: () => firstEvent('allow') },
      { name: 'added by the sandbox', sample: added, budget: { medianMost: 30 } },
    ],
    rounds * 3,
  )
  return [{ title: 'Call to the first event, agent in Node', unit: 'ms', rows }]
}
