import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { type CheckName, checkNames } from '../../src/testing/contract/check-name.ts'
import type { CheckResult, ContractReport } from '../../src/testing/contract/report.ts'
import type { RecordedRequest } from '../../src/testing/provider/script/recording.ts'
import { agentSurroundings, type TestedAgent } from './agent-surroundings.ts'
import { besideOf } from './beside.ts'
import type { ClientJob, ClientJobOutcome } from './client-job.ts'
import { contractAgents, contractPrompts } from './contract-agents.ts'
import { ensureInstalled, type NotRun } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

/** The result of the contract of an agent. */
export interface HeldContract {
  version: string
  report: ContractReport
  requests: Readonly<Record<string, readonly RecordedRequest[]>>
}

/** The result, or why the package could not be fetched or the contract could not run. */
export type HeldAgent = HeldContract | NotRun | { broken: string }

/** All checks of one agent together. */
const contractTimeout = 2_400_000

/** The machine may be busy: a long timeout costs nothing if the agent works. */
const patience = { checkMs: 400_000, cancelMs: 60_000 }

/** Installs an agent and runs the contract. Never throws, so that one agent does not stop the others. */
export async function holdToContract(agent: TestedAgent, definition: AgentDefinition): Promise<HeldAgent> {
  try {
    return await held(agent, definition)
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

async function held(agent: TestedAgent, definition: AgentDefinition): Promise<HeldAgent> {
  const installation = await ensureInstalled(definition)
  if ('notRun' in installation) return installation
  const { apart = [] } = contractAgents[agent]
  const together = checkNames.filter((name) => !apart.includes(name))
  const beside = besideOf(definition, installation.path)
  const parts: ClientJobOutcome[] = []
  for (const checks of [together, ...apart.map((name) => [name])]) {
    parts.push(await holdTo(agent, checks, beside))
  }
  return {
    version: installation.version,
    report: joined(parts.flatMap(({ contract }) => contract ?? [])),
    requests: Object.assign({}, ...parts.map(({ requests }) => requests)),
  }
}

async function holdTo(
  agent: TestedAgent,
  checks: readonly CheckName[],
  beside: Pick<ClientJob, 'beside'>,
): Promise<ClientJobOutcome> {
  const { prompts, settings = {} } = contractAgents[agent]
  return startClientJob({
    agent,
    surroundings: agentSurroundings[agent],
    timeout: contractTimeout,
    contract: {
      checks,
      prompts: { ...contractPrompts, ...prompts },
      settings,
      limits: patience,
    },
    ...beside,
  })
}

/** The reports of one agent's parts as one, with the checks in their order. */
function joined([first, ...others]: readonly ContractReport[]): ContractReport {
  if (first === undefined) throw new Error('There is no report')
  const all = [first, ...others].flatMap(({ checks }) => checks)
  const count = (result: CheckResult): number => all.filter((check) => check.result === result).length
  return {
    ...first,
    durationMs: [first, ...others].reduce((sum, { durationMs }) => sum + durationMs, 0),
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    checks: checkNames.flatMap((name) => all.find((check) => check.name === name) ?? []),
  }
}
