import { tmpdir } from 'node:os'
import { probeLazily } from '../../run/open.lazy.ts'
import type { ProbeResult } from '../../run/probe.ts'
import { outcomeOfError } from './causes.ts'
import { checkNames } from './check-name.ts'
import type { ContractOptions } from './contract-options.ts'
import { type ContractReport, countResults } from './report.ts'
import { runChecks } from './run-checks.ts'
import { createTrial } from './trial.ts'

/**
 * Tests the claims of an agent by their effects, each check in its own folder and process.
 * A failing check never throws; its report says what it saw.
 */
export async function runAgentContract(options: ContractOptions): Promise<ContractReport> {
  const { client, agent, signal = new AbortController().signal } = options
  const startedAt = new Date()
  const began = performance.now()
  // Throws for an unknown agent.
  client.adapters.get(agent)
  const handshake = await probe(options, signal).catch((error: unknown) => outcomeOfError(error))
  const names = checkNames.filter((name) => options.checks?.includes(name) ?? true)
  const checks = await runChecks(names, createTrial({ options, handshake, signal }), {
    concurrency: options.concurrency ?? 1,
    onCheck: (check) => options.onCheck?.(check),
  })
  return {
    agent,
    ...('result' in handshake ? {} : aboutAgent(handshake)),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - began),
    counts: countResults(checks),
    checks,
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
