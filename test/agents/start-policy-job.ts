import { join } from 'node:path'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { mergeJson } from '../../src/core/merge-json.ts'
import { jobEnvironment, makeJobFolder } from './own-place.ts'
import type { PolicyCase, PolicyJob, PolicyOutcome } from './policy-job.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-policy-job.ts')

/** Files of a user and of a workspace that allow everything. `{folder}` stands for the folder of all workspaces. */
export interface PermissiveSettings {
  home?: Readonly<Record<string, string>>
  /** Fields to merge into existing JSON files. */
  homeJson?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Lines to add before and after those of existing files. */
  homeFirstLines?: Readonly<Record<string, readonly string[]>>
  homeLines?: Readonly<Record<string, readonly string[]>>
  work?: Readonly<Record<string, string>>
}

export interface PolicyJobOptions extends Pick<PolicyJob, 'mcpTool'> {
  agent: string
  surroundings: AgentSetup
  permissive: PermissiveSettings
  cases: readonly PolicyCase[]
  mcpServers?: RunOptions['mcpServers']
  timeout: number
}

/** Runs an agent under policies, in a home and a network of its own. */
export async function startPolicyJob(asked: PolicyJobOptions): Promise<PolicyOutcome[]> {
  const { agent, surroundings, permissive, cases, timeout, mcpServers = [], mcpTool } = asked
  const { folder, home, temporary, remove } = await makeJobFolder('policies')
  try {
    const { files, work, options } = setupFiles(agent, surroundings)
    const job: PolicyJob = {
      agent,
      home,
      folder,
      files: permissiveFiles(files, permissive, folder),
      work: { ...work, ...permissive.work },
      options: { ...options, ...(mcpServers.length === 0 ? {} : { mcpServers }) },
      cases,
      ...(mcpTool === undefined ? {} : { mcpTool }),
    }
    const environment = jobEnvironment({ home, temporary })
    return (await startRunner(runner, job, { environment, timeout })) as PolicyOutcome[]
  } finally {
    await remove()
  }
}

function permissiveFiles(
  files: Readonly<Record<string, string>>,
  { home = {}, homeJson = {}, homeFirstLines = {}, homeLines = {} }: PermissiveSettings,
  folder: string,
): Record<string, string> {
  const all: Record<string, string> = { ...files, ...home }
  for (const [path, more] of Object.entries(homeJson))
    all[path] = JSON.stringify(mergeJson(JSON.parse(all[path] ?? '{}'), more))
  for (const [path, lines] of Object.entries(homeFirstLines))
    all[path] = `${lines.join('\n')}\n${all[path] ?? ''}`
  for (const [path, lines] of Object.entries(homeLines)) all[path] = `${all[path] ?? ''}${lines.join('\n')}\n`
  return Object.fromEntries(
    Object.entries(all).map(([path, text]) => [path, text.replaceAll('{folder}', folder)]),
  )
}
