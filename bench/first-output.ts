import { spawn } from 'node:child_process'
import { connectByHand } from './acp/hand-written-client.mjs'
import { requireBuild } from './child-cpu.ts'
import { measure, type Table } from './measure.ts'

const sim = [process.execPath, 'dist/testing/sim/main.js'] as const
const words = 'say hi'

/** The time from the start of the command to the first piece of the answer. */
export async function benchFirstOutput(rounds: number): Promise<Table[]> {
  requireBuild()
  const rows = await measure(
    [
      { name: 'the agent by hand', sample: agentAlone },
      { name: 'capstan run sim', sample: capstanRun, budget: { minRatio: 2.5 } },
    ],
    rounds,
  )
  return [{ title: 'First output of capstan run sim "say hi"', unit: 'ms', rows }]
}

async function agentAlone(): Promise<number> {
  const began = performance.now()
  let first: number | undefined
  const client = await connectByHand([...sim], (update) => {
    if (update.sessionUpdate === 'agent_message_chunk') first ??= performance.now()
  })
  await client.prompt(words)
  await client.close()
  return (first ?? performance.now()) - began
}

async function capstanRun(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/cli/main.js', 'run', 'sim', words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let first: number | undefined
  for await (const _ of child.stdout) first ??= performance.now()
  return (first ?? performance.now()) - began
}
