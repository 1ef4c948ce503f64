import { join } from 'node:path'
import type { AgUiJob, AgUiOutcome } from './ag-ui-job.ts'
import type { AgUiAgent } from './ag-ui-agents.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-ag-ui-job.ts')

/** Lets clients of both generations work with one agent, in a home and a network of their own. */
export async function startAgUiJob(
  agent: string,
  { surroundings, endsCommands }: Pick<AgUiAgent, 'surroundings' | 'endsCommands'>,
): Promise<AgUiOutcome> {
  return await inOwnPlace('ag-ui', async ({ home, folder, environment }) => {
    const job: AgUiJob = { agent, home, folder, endsCommands, ...setupFiles(agent, surroundings) }
    return (await startRunner(runner, job, { environment, timeout: 200_000 })) as AgUiOutcome
  })
}
