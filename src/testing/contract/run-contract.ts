import { tmpdir } from 'node:os'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { Claim } from '../../capabilities/profile.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AskOptions, Client } from '../../run/client.ts'
import { probeLazily } from '../../run/open.lazy.ts'
import type { ProbeResult } from '../../run/probe.ts'
import { type CheckName, checkNames } from './check-name.ts'
import { checks } from './checks.ts'
import { type ContextOptions, type ContractLimits, type ContractSettings, inContext } from './context.ts'
import { type CheckOutcome, failed, skipped } from './outcome.ts'
import type { ContractPrompts } from './prompts.ts'
import type { CheckReport, ContractReport } from './report.ts'

export interface ContractOptions {
  /** The client that knows the agent. */
  client: Client
  agent: string
  /** Parent of the checks' temporary folders (default: the system's temporary folder). */
  folder?: string
  /** The checks to run (default: all). */
  checks?: readonly CheckName[]
  /** The prompt of each check (default: prompts that the sim understands). */
  prompts?: ContractPrompts
  /** The value each settings check sets. If the check also has a prompt, a turn follows. */
  settings?: ContractSettings
  /** Options of every run: variables, model, timeouts. */
  options?: AskOptions
  limits?: ContractLimits
  /** Whether a text has reached the model, to detect content that the agent reads but does not show. */
  reached?: (text: string) => boolean
  signal?: AbortSignal
  /** Called after each check. */
  onCheck?: (check: CheckReport) => void
}

const defaultCheckMs = 180_000

/**
 * Tests the capabilities that an agent advertises, each check in its own folder and process.
 * A failing check never throws; its report says why it failed.
 */
export async function runAgentContract(options: ContractOptions): Promise<ContractReport> {
  const { client, agent, signal = new AbortController().signal, onCheck } = options
  const startedAt = new Date()
  const began = performance.now()
  // Throws for an unknown agent.
  client.adapters.get(agent)
  const handshake = await probe(options, signal).catch((error: unknown) => outcomeOf(error))
  const reports: CheckReport[] = []
  for (const name of checkNames) {
    if (options.checks !== undefined && !options.checks.includes(name)) continue
    const checkBegan = performance.now()
    const outcome = await outcomeOfCheck(name, { options, handshake, signal })
    const report: CheckReport = {
      name,
      result: outcome.result,
      reason: outcome.reason,
      durationMs: Math.round(performance.now() - checkBegan),
      observed: claimsOf(name, outcome, handshake),
    }
    reports.push(report)
    onCheck?.(report)
  }
  const count = (result: CheckReport['result']): number =>
    reports.filter((report) => report.result === result).length
  return {
    agent,
    ...('result' in handshake ? {} : aboutAgent(handshake)),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - began),
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    checks: reports,
  }
}

/** Probes the agent with the same options as the checks. */
async function probe(
  { client, agent, folder, options }: ContractOptions,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const cwd = folder ?? tmpdir()
  const asked = { allowUnenforced: true, ...options, cwd, agent, prompt: 'none', transport: 'acp' } as const
  return probeLazily(client.validateRun(asked), { signal })
}

function aboutAgent({
  name,
  version,
  protocolVersion,
}: ProbeResult): Pick<ContractReport, 'program' | 'version' | 'protocolVersion'> {
  return {
    ...(name === undefined ? {} : { program: name }),
    ...(version === undefined ? {} : { version }),
    protocolVersion,
  }
}

interface CheckSetting {
  options: ContractOptions
  handshake: ProbeResult | CheckOutcome
  signal: AbortSignal
}

async function outcomeOfCheck(
  name: CheckName,
  { options, handshake, signal }: CheckSetting,
): Promise<CheckOutcome> {
  if (signal.aborted) return skipped('the contract run was stopped')
  if ('result' in handshake) {
    return name === 'handshake' ? handshake : skipped(`no handshake: ${handshake.reason}`)
  }
  const { checkMs = defaultCheckMs } = options.limits ?? {}
  const limit = AbortSignal.timeout(checkMs)
  const context: ContextOptions = {
    client: options.client,
    agent: options.agent,
    parent: options.folder ?? tmpdir(),
    prompts: options.prompts ?? {},
    settings: options.settings ?? {},
    options: options.options ?? {},
    handshake,
    limits: options.limits ?? {},
    reached: (text) => options.reached?.(text),
    signal: AbortSignal.any([signal, limit]),
  }
  try {
    return await inContext(name, context, checks[name])
  } catch (error) {
    if (signal.aborted) return skipped('the contract run was stopped')
    return limit.aborted ? failed(`the check took longer than ${checkMs} ms`) : outcomeOf(error)
  }
}

/** An unsupported option or a missing login skips the check. */
function outcomeOf(error: unknown): CheckOutcome {
  if (error instanceof CapabilityError) return skipped(error.message)
  if (!CapstanError.isInstance(error)) return failed(error instanceof Error ? error.message : String(error))
  const reason = `${error.code}: ${error.message}`
  return error.code === 'AUTH_ERROR' ? skipped(reason) : failed(reason)
}

function claimsOf(
  name: CheckName,
  { observed }: CheckOutcome,
  handshake: ProbeResult | CheckOutcome,
): Claim[] {
  const { version } = 'result' in handshake ? {} : handshake
  return observed.map(({ id, support, value, detail }) => ({
    id,
    evidence: {
      source: 'observed',
      support,
      ...(value === undefined ? {} : { value }),
      at: new Date().toISOString(),
      ...(version === undefined ? {} : { agentVersion: version }),
      origin: `contract: ${name}`,
      ...(detail === undefined ? {} : { detail }),
    },
  }))
}
