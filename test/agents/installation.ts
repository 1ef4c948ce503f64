import { mkdir } from 'node:fs/promises'
import type { AgentDefinition } from '../../src/agents/definition.ts'
import { detect } from '../../src/agents/detect.ts'
import { agentPrefix } from '../../src/agents/folders.ts'
import { install } from '../../src/agents/install.ts'
import { planInstall } from '../../src/agents/install-plan.ts'
import { runCommand } from '../../src/process/run-command.ts'
import { installEnvironment, toolsFolder } from './cache.ts'

/** The program of an agent at the version of its definition, or why there is none. */
export type Installation = { path: string; version: string } | { notRun: string }

/** Packages of programs that an agent needs beside itself. */
const tools: Readonly<Record<string, string>> = { bun: 'bun@1.4.4' }

/** Finds the agent in the cache, or installs it there with the package's own installer. */
export async function ensureInstalled(definition: AgentDefinition): Promise<Installation> {
  const options = { environment: installEnvironment }
  const wanted = definition.package?.version
  const prefix = agentPrefix(definition.id, options)
  const found = await detect(definition, options)
  if (found.path?.startsWith(prefix) && found.version !== undefined && found.version === wanted) {
    return { path: found.path, version: found.version }
  }
  try {
    if (definition.package?.bun !== undefined) await installTool('bun')
    const plan = planInstall(definition, { ...options, method: 'npm' })
    const { path = '', version = '' } = await install(definition, plan, {
      ...options,
      installTimeout: 300_000,
    })
    return path.startsWith(prefix) ? { path, version } : { notRun: `${path} is not in the cache` }
  } catch (error) {
    return { notRun: error instanceof Error ? error.message : String(error) }
  }
}

async function installTool(name: string): Promise<void> {
  await mkdir(toolsFolder, { recursive: true })
  const { exitCode, stderr } = await runCommand({
    command: 'npm',
    arguments: ['install', '--prefix', toolsFolder, '--no-audit', '--no-fund', tools[name] ?? name],
    environment: installEnvironment,
    timeout: 300_000,
  })
  if (exitCode !== 0) throw new Error(`Installing ${name} ended with ${exitCode}: ${stderr.trim()}`)
}
