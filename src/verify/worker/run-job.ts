import type { Client } from '../../run/client.ts'
import type { CheckReport } from '../../testing/contract/report.ts'
import { runAgentContract } from '../../testing/contract/run-contract.ts'
import type { ModelProvider } from '../../testing/provider/server.ts'
import type { AboutProgram } from '../report.ts'
import type { VerifyJob } from './job.ts'

export interface RunJobOptions {
  readonly client: Client
  readonly provider: ModelProvider
  readonly signal: AbortSignal
  readonly onCheck: (check: CheckReport) => void
}

/** Runs the checks of a job and returns what the handshake says about the program. */
export async function runJob(job: VerifyJob, options: RunJobOptions): Promise<AboutProgram> {
  const { agent, folder, options: runOptions, contract, usesProvider } = job
  const { client, provider, signal, onCheck } = options
  const { program, version, protocolVersion } = await runAgentContract({
    client,
    agent,
    folder,
    options: runOptions,
    ...contract,
    ...(usesProvider ? { provider: { requests: () => provider.requests } } : {}),
    signal,
    onCheck,
  })
  return {
    ...(program === undefined ? {} : { program }),
    ...(version === undefined ? {} : { version }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
  }
}
