import { dirname, delimiter, join } from 'node:path'
import { agentSetups, type TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import type { AgentJob, AgentOutcome } from './job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-job.ts')
const timeout = 180_000

export interface ScriptOptions {
  /** The program of the agent. */
  path: string
  /** Commands of a shell. They run in an empty folder, beside a model provider. */
  script: string
  /** Files of that folder, by relative path. */
  work?: Readonly<Record<string, string>>
}

/** Runs commands of an agent's own program, which Capstan itself does not use, in a home and a network of their own. */
export async function runScript(
  agent: TestedAgent,
  { path, script, work = {} }: ScriptOptions,
): Promise<AgentOutcome> {
  return inOwnPlace('program', async ({ home, folder, environment }) => {
    const setup = setupFiles(agent, agentSetups[agent])
    const within = (place: string, files: Readonly<Record<string, string>>): AgentJob['files'] =>
      Object.entries(files).map(([file, content]) => ({ path: join(place, file), content }))
    const job: AgentJob = {
      command: 'sh',
      arguments: ['-c', script],
      environment: {
        ...environment,
        ...setup.options.env,
        PATH: [dirname(path), environment['PATH'] ?? ''].join(delimiter),
      },
      cwd: folder,
      files: [...within(home, setup.files), ...within(folder, { ...setup.work, ...work })],
      timeout,
    }
    return (await startRunner(runner, job, { environment, timeout: timeout + 20_000 })) as AgentOutcome
  })
}
