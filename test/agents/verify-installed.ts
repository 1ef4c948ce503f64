import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { runCommand } from '../../src/process/run-command.ts'
import type { AgentVerification, VerificationReport } from '../../src/verify/report.ts'
import type { CheckName } from '../../src/testing/contract/check-name.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { cacheFolder, projectFolder, searchPath } from './cache.ts'
import { unexpected } from './expectations.ts'
import { ensureInstalled, type NotRun } from './installation.ts'

/** The results of `capstan verify`, or why the package could not be fetched or the command failed. */
export type VerifiedAgent = { verification: AgentVerification; version: string } | NotRun | { broken: string }

const timeout = 2_400_000

/** Every second day, all checks run in the sandbox: what works without it works there. */
const isInSandbox =
  process.env['CAPSTAN_VERIFY_SANDBOX'] === '1' || Math.floor(Date.now() / 86_400_000) % 2 === 1

/** Installs an agent and runs `capstan verify`. Never throws, so that one agent does not stop the others. */
export async function verifyInstalled(definition: AgentDefinition): Promise<VerifiedAgent> {
  try {
    const installation = await ensureInstalled(definition)
    if ('notRun' in installation) return installation
    const { version } = installation
    const first = await verified(definition)
    const surprises = unexpected(definition.id as TestedAgent, first.checks)
    if (surprises.length === 0) return { verification: first, version }
    // Other people's programs on a busy machine: once is chance, twice is not.
    const { checks: again } = await verified(definition, surprises)
    const checks = first.checks.map((check) => again.find(({ name }) => name === check.name) ?? check)
    return { verification: { ...first, checks }, version }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

async function verified(
  { id: agent, acp }: AgentDefinition,
  checks: readonly CheckName[] = [],
): Promise<AgentVerification> {
  // An agent whose actions happen in another program is refused in the sandbox.
  const sandbox = isInSandbox && acp?.needsRunning === undefined ? ['--sandbox'] : []
  const words = [agent, '--json', ...sandbox, ...checks.flatMap((check) => ['--check', check])]
  const { stdout, stderr, exitCode } = await verifyCommand(words, timeout)
  if (stdout === '') throw new Error(`capstan verify ${agent} ended with ${exitCode}: ${stderr.slice(-2000)}`)
  const { agents } = JSON.parse(stdout) as VerificationReport
  const [verification] = agents
  if (verification === undefined) throw new Error(`${agent} was not verified`)
  return verification
}

/**
 * Runs `capstan verify` with the agents of the cache. Uses a data folder in the home: some agents take the temporary folder
 * of the system for a part of the workspace.
 */
export async function verifyCommand(words: readonly string[], limit: number): ReturnType<typeof runCommand> {
  const folder = await mkdtemp(join(homedir(), '.capstan-verify-'))
  try {
    await symlink(join(cacheFolder, 'agents'), join(folder, 'agents'))
    return await runCommand({
      command: process.execPath,
      arguments: [join(projectFolder, 'dist/cli/main.js'), 'verify', '--no-config', ...words],
      environment: { ...process.env, PATH: searchPath, CAPSTAN_HOME: folder },
      timeout: limit,
      maxOutputBytes: 16 * 1024 * 1024,
      onOutput: (chunk) => process.stderr.write(chunk),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
