import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { providerSetup } from '../../src/testing/provider/provider-setup.ts'
import type { ClientJob, ClientJobOutcome } from './client-job.ts'
import type { AgentSurroundings } from './agent-surroundings.ts'
import { providerAddress } from './job.ts'
import { mergeJson } from './merge-json.ts'
import { makeOwnFolder } from './own-folder.ts'
import { jobEnvironment } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-client-job.ts')

export interface ClientJobOptions extends Pick<
  ClientJob,
  'agent' | 'contract' | 'runs' | 'beside' | 'scripts'
> {
  surroundings: AgentSurroundings
  /** Additional variables, such as the paths of programs. */
  machine?: Readonly<Record<string, string>>
  /** The timeout in milliseconds, after which all processes are ended. */
  timeout: number
}

/** Lets Capstan's client work with one agent, in a home and a network of their own, beside a model provider. */
export async function startClientJob(asked: ClientJobOptions): Promise<ClientJobOutcome> {
  const { agent, surroundings, timeout, machine, ...tasks } = asked
  const { folder, home, temporary } = await makeOwnFolder('agents')
  try {
    const job: ClientJob = { agent, home, folder, ...surroundingsOf(agent, surroundings), ...tasks }
    const environment = { ...jobEnvironment({ home, temporary }), ...machine }
    return (await startRunner(runner, job, { environment, timeout })) as ClientJobOutcome
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The files and session options of an agent. */
export function surroundingsOf(
  agent: string,
  { provider, environment, settings = {}, lines = {}, options }: AgentSurroundings,
): Pick<ClientJob, 'files' | 'work' | 'options'> {
  const given = provider ?? providerSetup(agent, providerAddress)
  const { work = {} } = given
  const files: Record<string, string> = { ...given.home, ...work }
  for (const [path, more] of Object.entries(settings)) files[path] = mergeJson(files[path] ?? '{}', more)
  for (const [path, more] of Object.entries(lines)) files[path] = `${files[path] ?? ''}${more.join('\n')}\n`
  return { files, work, options: { ...options, env: { ...given.environment, ...environment } } }
}
