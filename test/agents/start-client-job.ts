import { join } from 'node:path'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import type { ClientJob, ClientJobOutcome } from './client-job.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { jobEnvironment, makeJobFolder } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-client-job.ts')

export interface ClientJobOptions extends Pick<ClientJob, 'agent' | 'runs' | 'beside' | 'scripts'> {
  surroundings: AgentSetup
  /** Additional variables, such as the paths of programs. */
  machine?: Readonly<Record<string, string>>
  /** The timeout in milliseconds, after which all processes are ended. */
  timeout: number
}

/** Lets Capstan's client work with one agent, in a home and a network of their own, beside a model provider. */
export async function startClientJob(asked: ClientJobOptions): Promise<ClientJobOutcome> {
  const { agent, surroundings, timeout, machine, ...tasks } = asked
  const { folder, home, temporary, remove } = await makeJobFolder('agents')
  try {
    const job: ClientJob = { agent, home, folder, ...setupFiles(agent, surroundings), ...tasks }
    const environment = { ...jobEnvironment({ home, temporary }), ...machine }
    return (await startRunner(runner, job, { environment, timeout })) as ClientJobOutcome
  } finally {
    await remove()
  }
}
