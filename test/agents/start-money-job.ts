import { join } from 'node:path'
import type { Transport } from '../../src/capabilities/evidence.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'
import type { MoneyJob, MoneyOutcome, MoneyRun } from './money-job.ts'
import { inOwnPlace } from './own-place.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-money-job.ts')

export interface MoneyJobOptions {
  agent: string
  transport: Transport
  model: string
  scripts: readonly ModelScript[]
  runs: readonly MoneyRun[]
}

/** Runs one agent by one transport with its default settings, in a home and a network of their own. */
export function startMoneyJob({ agent, transport, model, ...tasks }: MoneyJobOptions): Promise<MoneyOutcome> {
  return inOwnPlace('money', async ({ home, folder, environment }) => {
    const { options, ...files } = setupFiles(agent, {})
    // Without it, Claude Code does not let root go without questions on its command line.
    const env = { ...options.env, IS_SANDBOX: '1' }
    const work = { ...files.work, 'note.txt': 'a note' }
    const own = { transport, model, env, permissions: 'allow' } as const
    const job: MoneyJob = { agent, home, folder, ...files, work, options: own, ...tasks }
    return (await startRunner(runner, job, { environment, timeout: 400_000 })) as MoneyOutcome
  })
}
