import { mergeJson } from '../../core/merge-json.ts'
import { providerSetup } from '../../testing/provider/provider-setup.ts'
import { providerAddress, type VerifyJob } from '../worker/job.ts'
import type { AgentSetup } from './agent-setup.ts'

export interface SetupFiles extends Pick<VerifyJob, 'files' | 'options'> {
  /** Files of each working folder; `files` has them too. */
  readonly work: Readonly<Record<string, string>>
}

/** The files and run options of an agent, with a placeholder for the address of the provider. */
export function setupFiles(
  agent: string,
  { provider, environment, settings = {}, lines = {}, options }: AgentSetup,
): SetupFiles {
  const given = provider ?? providerSetup(agent, providerAddress)
  const { work = {} } = given
  const files: Record<string, string> = { ...given.home, ...work }
  for (const [path, more] of Object.entries(settings)) {
    files[path] = JSON.stringify(mergeJson(JSON.parse(files[path] ?? '{}'), more))
  }
  for (const [path, more] of Object.entries(lines)) files[path] = `${files[path] ?? ''}${more.join('\n')}\n`
  return { files, work, options: { ...options, env: { ...given.environment, ...environment } } }
}
