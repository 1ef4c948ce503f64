import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../src/run/client.ts'
import type { ContractReport } from '../../src/testing/contract/report.ts'
import type { ContractOptions } from '../../src/testing/contract/contract-options.ts'
import { runAgentContract } from '../../src/testing/contract/run-contract.ts'
import { simAgent } from '../../src/testing/sim-agent.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'

export interface TriedAgent extends Omit<ContractOptions, 'client' | 'agent' | 'folder'> {
  protocol?: 1 | 2
  scenario?: Scenario
}

/** Runs the contract with the sim, called `tried`. @throws Error when anything is left in its folder. */
export async function tryAgent({
  protocol = 1,
  scenario,
  ...options
}: TriedAgent = {}): Promise<ContractReport> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-contract-test-')))
  const definition = simAgent({
    id: 'tried',
    protocol,
    home: join(root, 'sessions'),
    ...(scenario === undefined ? {} : { scenario }),
  })
  try {
    const client = createClient({ definitions: [definition] })
    const report = await runAgentContract({ client, agent: 'tried', folder: root, ...options })
    const left = readdirSync(root).filter((name) => name !== 'sessions')
    if (left.length > 0) throw new Error(`The contract left ${left.join(', ')}`)
    return report
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
