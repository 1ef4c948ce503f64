import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import { dummyKey } from '../../src/testing/provider/provider-setup.ts'
import type { ConfinedJob, ConfinedOutcome } from './confined-sessions-job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-confined-sessions-job.ts')

/** The key of the user in these jobs. Not a literal: the search would find it in the compiled test. */
const realKey = `sk-real-${randomBytes(8).toString('hex')}`

export interface ConfinedJobOptions extends Pick<ConfinedJob, 'transport' | 'policy' | 'resumes' | 'forks'> {
  agent: TestedAgent
  /** Files of the user beside those of the setup. */
  files?: Readonly<Record<string, string>>
}

export async function startConfinedJob({
  agent,
  files = {},
  ...asked
}: ConfinedJobOptions): Promise<ConfinedOutcome> {
  return inOwnPlace('confined', async ({ home, folder, environment }) => {
    const setup = setupFiles(agent, agentSetups[agent])
    const job: ConfinedJob = {
      agent,
      ...asked,
      home,
      folder,
      files: { ...setup.files, ...files },
      options: setup.options,
      key: realKey,
    }
    const given = JSON.parse(JSON.stringify(job).replaceAll(dummyKey, realKey)) as ConfinedJob
    return (await startRunner(runner, given, { environment, timeout: 400_000 })) as ConfinedOutcome
  })
}
