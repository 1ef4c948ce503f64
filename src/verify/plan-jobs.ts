import { agentCatalog } from '../agents/catalog.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import { type CheckName, checkNames } from '../testing/contract/check-name.ts'
import { loopbackPrompts } from '../testing/contract/prompts.ts'
import { hasProviderSetup } from '../testing/provider/provider-setup.ts'
import type { OwnSetup } from './options.ts'
import { type AgentSetup, withoutRetries } from './setup/agent-setup.ts'
import { agentSetups } from './setup/agent-setups.ts'
import { besideProgram } from './setup/beside-program.ts'
import { setupFiles } from './setup/setup-files.ts'
import { providerAddress, type VerifyJob } from './worker/job.ts'

/** A job without the folders, which are made when it starts. */
export interface PlannedJob extends Omit<VerifyJob, 'home' | 'folder'> {
  /** The settings that differ from the agent's defaults, in words. */
  readonly change?: string
}

export interface PlanOptions {
  readonly definition: AgentDefinition
  readonly found: Detection
  readonly checks?: readonly CheckName[] | undefined
  readonly setup?: OwnSetup | undefined
  /** Starts the agent in the sandbox under every policy. */
  readonly sandbox?: boolean | undefined
  readonly concurrency?: number | undefined
}

/** The jobs of an agent: one for all checks with the same settings that may share a home, and one for each other check. */
export function planJobs({
  definition,
  found,
  checks = checkNames,
  setup,
  sandbox,
  concurrency = 2,
}: PlanOptions): PlannedJob[] {
  const { id } = definition
  const known: AgentSetup = ownValue(agentSetups, id) ?? {}
  const { contract: { prompts, settings = {}, apart = [] } = {}, retriesOff } = known
  const isKnown = hasProviderSetup(id)
  const isPointed = isKnown || JSON.stringify(setup ?? {}).includes(providerAddress)
  const jobWith = (agentSetup: AgentSetup): Omit<PlannedJob, 'contract'> => {
    const { files, work, options } = isKnown
      ? setupFiles(id, agentSetup)
      : { files: {}, work: {}, options: {} }
    return {
      agent: id,
      ...(isBuiltIn(definition) ? {} : { definition }),
      files: { ...files, ...setup?.files },
      work,
      options: { ...options, ...(sandbox ? { sandbox } : {}), env: { ...options.env, ...setup?.env } },
      ...besideProgram(definition, { path: found.path, ...known }),
      usesProvider: isPointed,
    }
  }
  const byDefault = jobWith(known)
  const changed =
    retriesOff === undefined ? byDefault : { ...jobWith(withoutRetries(known)), change: retriesOff.change }
  const contract = {
    settings,
    concurrency,
    ...(isPointed ? { prompts: { ...loopbackPrompts, ...prompts } } : {}),
  }
  const asked = checkNames.filter((name) => checks.includes(name))
  const isOff = (name: CheckName): boolean => retriesOff?.checks.includes(name) ?? false
  const together = asked.filter((name) => !apart.includes(name))
  const groups = [
    together.filter((name) => !isOff(name)),
    together.filter(isOff),
    ...asked.filter((name) => apart.includes(name)).map((name) => [name]),
  ]
  return groups.flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const job = isOff(first) ? changed : byDefault
    return [{ ...job, contract: { ...contract, checks: [first, ...others] } }]
  })
}

/** The worker has the catalog; other definitions are sent to it. */
function isBuiltIn({ id, simulated }: AgentDefinition): boolean {
  return Object.hasOwn(agentCatalog, id) && !simulated
}

function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
