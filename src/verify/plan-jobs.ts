import { agentCatalog } from '../agents/catalog.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import { contractSetup } from '../testing/contract/agent-setup.ts'
import { type CheckName, checkNames } from '../testing/contract/check-name.ts'
import { loopbackPrompts } from '../testing/contract/prompts.ts'
import { hasProviderSetup } from '../testing/provider/provider-setup.ts'
import type { OwnSetup } from './options.ts'
import { type AgentSetup, agentSetups } from './setup/agent-setups.ts'
import { besideProgram } from './setup/beside-program.ts'
import { setupFiles } from './setup/setup-files.ts'
import { providerAddress, type VerifyJob } from './worker/job.ts'

/** A job without the folders, which are made when it starts. */
export type PlannedJob = Omit<VerifyJob, 'home' | 'folder'>

export interface PlanOptions {
  readonly definition: AgentDefinition
  readonly found: Detection
  readonly checks?: readonly CheckName[] | undefined
  readonly setup?: OwnSetup | undefined
  readonly concurrency?: number | undefined
}

/** The jobs of an agent: one for all checks that may share a home, and one for each other check. */
export function planJobs({
  definition,
  found,
  checks = checkNames,
  setup,
  concurrency = 2,
}: PlanOptions): PlannedJob[] {
  const { id } = definition
  const known: AgentSetup = ownValue(agentSetups, id) ?? {}
  const { prompts, settings = {}, apart = [] } = contractSetup(id)
  const isKnown = hasProviderSetup(id)
  const isPointed = isKnown || JSON.stringify(setup ?? {}).includes(providerAddress)
  const { files, options } = isKnown ? setupFiles(id, known) : { files: {}, options: {} }
  const job = {
    agent: id,
    ...(isBuiltIn(definition) ? {} : { definition }),
    files: { ...files, ...setup?.files },
    options: { ...options, env: { ...options.env, ...setup?.env } },
    ...besideProgram(definition, { path: found.path, ...known }),
    usesProvider: isPointed,
  }
  const contract = {
    settings,
    concurrency,
    ...(isPointed ? { prompts: { ...loopbackPrompts, ...prompts } } : {}),
  }
  const asked = checkNames.filter((name) => checks.includes(name))
  const together = asked.filter((name) => !apart.includes(name))
  return [together, ...apart.filter((name) => asked.includes(name)).map((name) => [name])]
    .filter((names) => names.length > 0)
    .map((names) => ({ ...job, contract: { ...contract, checks: names } }))
}

/** The worker has the catalog; other definitions are sent to it. */
function isBuiltIn({ id, simulated }: AgentDefinition): boolean {
  return Object.hasOwn(agentCatalog, id) && !simulated
}

function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
