import { homedir } from 'node:os'
import { delimiter } from 'node:path'
import type { Client } from '../../../run/client.ts'
import { type AgentReport, agentReport } from './agent.ts'
import type { Finding } from './finding.ts'
import { machineFindings } from './machine.ts'

/** Looks at the machine and at these agents of the client, or at all of them. */
export async function examine(
  names: readonly string[],
  client: Client,
): Promise<{ ok: boolean; machine: Finding[]; agents: AgentReport[] }> {
  const [{ findBinary }, { dataFolder }, { supportOf }] = await Promise.all([
    import('../../../agents/find-binary.ts'),
    import('../../../agents/folders.ts'),
    import('../../../capabilities/index.ts'),
  ])
  const environment = process.env
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  const find = (program: string): string | undefined => findBinary([program], path)
  const examined = client.adapters.list().filter(({ id }) => names.length === 0 || names.includes(id))
  const agents = await Promise.all(
    examined.map(async ({ id, definition }) => {
      const detection = await client.adapters.detect(id)
      const profile = await client.profile(id)
      const needsGit = supportOf(profile, 'process.git-required') === 'supported'
      return agentReport(definition, detection, { home: homedir(), environment, find, needsGit })
    }),
  )
  const machine = machineFindings({ find, dataFolder: dataFolder() })
  // Nobody's work is done by a simulated one, unless it is what was asked about.
  const counted = agents.filter(({ simulated }) => !simulated || names.length > 0)
  return { ok: isFine(machine) && counted.some(({ findings }) => isFine(findings)), machine, agents }
}

function isFine(findings: readonly Finding[]): boolean {
  return findings.every(({ status }) => status !== 'problem')
}
