import { join } from 'node:path'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import type { ConfinedJob, ConfinedOutcome } from './confined-job.ts'
import { jobEnvironment, makeJobFolder } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-confined-job.ts')

export interface ConfinedJobOptions extends Pick<
  ConfinedJob,
  'agent' | 'runs' | 'scripts' | 'usesCompany' | 'answers'
> {
  surroundings: AgentSetup
  /** Files of the home; they replace those of the surroundings. */
  home?: Readonly<Record<string, string>>
  work?: Readonly<Record<string, string>>
  /** Additional variables of the caller. */
  machine?: Readonly<Record<string, string>>
  /** The timeout in milliseconds, after which all processes are ended. */
  timeout: number
}

/** Runs an agent confined, in a home and a network of its own, beside a model provider. */
export async function startConfinedJob(asked: ConfinedJobOptions): Promise<ConfinedOutcome[]> {
  const { agent, surroundings, home: more = {}, work: moreWork = {}, machine, timeout, ...tasks } = asked
  const { folder, home, temporary, remove } = await makeJobFolder('confined')
  try {
    const { files, work, options } = setupFiles(agent, surroundings)
    const job: ConfinedJob = {
      agent,
      home,
      folder,
      files: { ...files, ...more },
      work: { ...work, ...moreWork },
      options,
      ...tasks,
    }
    const environment = { ...jobEnvironment({ home, temporary }), ...machine }
    return (await startRunner(runner, job, { environment, timeout })) as ConfinedOutcome[]
  } finally {
    await remove()
  }
}
