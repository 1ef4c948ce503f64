import { mkdir } from 'node:fs/promises'
import type { TestContext } from 'vitest'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { detect } from '../../src/agents/detect/detect.ts'
import { agentPrefix } from '../../src/agents/detect/folders.ts'
import { install } from '../../src/agents/install/install.ts'
import { planInstall } from '../../src/agents/install/install-plan.ts'
import { runCommand } from '../../src/process/run-command.ts'
import { installEnvironment, toolsFolder } from './cache.ts'
import { fetchFaultOf } from './fetch-fault.ts'

/** The program of an agent at the version of its definition. */
export interface Installation {
  path: string
  version: string
}

/** An agent was not run because its package cannot be fetched; any other problem is a failure. */
export interface NotRun {
  notRun: string
}

/** Packages of programs that an agent needs beside itself. */
const tools: Readonly<Record<string, string>> = { bun: 'bun@1.4.4' }
const installTimeout = 540_000
const known = new Map<string, Promise<Installation | NotRun>>()

/**
 * Finds the agent in the cache, or installs it with the package's own installer; concurrent calls share the installation.
 * @throws what went wrong, unless a package could not be fetched.
 */
export function ensureInstalled(definition: AgentDefinition): Promise<Installation | NotRun> {
  const { id } = definition
  const asked = known.get(id) ?? installed(definition)
  known.set(id, asked)
  return asked
}

/** Call it before the tests, whose timeout is shorter than an installation. The next call reports a failure. */
export async function installFirst(definition: AgentDefinition): Promise<void> {
  await ensureInstalled(definition).catch(() => {})
}

/** The result of an agent; skips the test with a reason if the package could not be fetched. */
export function runOrSkip<Outcome extends object>(
  outcome: Outcome | NotRun,
  { skip }: Pick<TestContext, 'skip'>,
): Outcome {
  if (!('notRun' in outcome)) return outcome
  return skip(`not run: ${outcome.notRun}`)
}

async function installed(definition: AgentDefinition): Promise<Installation | NotRun> {
  const options = { environment: installEnvironment }
  const expected = definition.package?.version
  const prefix = agentPrefix(definition.id, options)
  const found = await detect(definition, options)
  if (found.path?.startsWith(prefix) && found.version !== undefined && found.version === expected) {
    return { path: found.path, version: found.version }
  }
  let output = ''
  const onOutput = (chunk: Buffer): void => {
    output += chunk.toString('utf8')
  }
  try {
    if (definition.package?.bun !== undefined) await installTool('bun', onOutput)
    const plan = planInstall(definition, { ...options, method: 'npm' })
    const { path = '', version = '' } = await install(definition, plan, {
      ...options,
      installTimeout,
      onOutput,
    })
    if (!path.startsWith(prefix)) throw new Error(`${path} is not in the cache`)
    return { path, version }
  } catch (error) {
    const fault = fetchFaultOf(output)
    if (fault === undefined) throw error
    return { notRun: `npm could not fetch ${definition.id}: ${fault}` }
  }
}

async function installTool(name: string, onOutput: (chunk: Buffer) => void): Promise<void> {
  await mkdir(toolsFolder, { recursive: true })
  const { exitCode, stderr } = await runCommand({
    command: 'npm',
    arguments: ['install', '--prefix', toolsFolder, '--no-audit', '--no-fund', tools[name] ?? name],
    environment: installEnvironment,
    timeout: installTimeout,
    onOutput,
  })
  if (exitCode !== 0) throw new Error(`Installing ${name} ended with ${exitCode}: ${stderr.trim()}`)
}
