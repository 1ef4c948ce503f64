import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgUiJob, AgUiOutcome } from './ag-ui-job.ts'
import type { AgUiAgent } from './ag-ui-agents.ts'
import { cacheFolder, searchPath } from './cache.ts'
import { surroundingsOf } from './start-client-job.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-ag-ui-job.ts')

/** Lets clients of both generations work with one agent, in a home and a network of their own. */
export async function startAgUiJob(
  agent: string,
  { surroundings, endsCommands }: Pick<AgUiAgent, 'surroundings' | 'endsCommands'>,
): Promise<AgUiOutcome> {
  const root = await mkdtemp(join(tmpdir(), 'capstan-ag-ui-'))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  try {
    for (const path of [home, folder]) await mkdir(path)
    const job: AgUiJob = { agent, home, folder, endsCommands, ...surroundingsOf(agent, surroundings) }
    const environment = {
      PATH: searchPath,
      HOME: home,
      USER: 'capstan',
      TMPDIR: root,
      CAPSTAN_HOME: cacheFolder,
    }
    return (await startRunner(runner, job, { environment, timeout: 200_000 })) as AgUiOutcome
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}
