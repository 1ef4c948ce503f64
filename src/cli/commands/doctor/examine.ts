import { homedir } from 'node:os'
import { delimiter } from 'node:path'
import type { AdapterRegistry } from '../../../agents/registry.ts'
import { type AgentReport, agentReport } from './agent.ts'
import type { Finding } from './finding.ts'
import { machineFindings } from './machine.ts'

/** Looks at the machine and at these agents of the registry, or at all of them. */
export async function examine(
  names: readonly string[],
  registry: AdapterRegistry,
): Promise<{ ok: boolean; machine: Finding[]; agents: AgentReport[] }> {
  const [{ detectAll }, { findBinary }, { dataFolder }, { supportOf }, { definitionProfile }] =
    await Promise.all([
      import('../../../agents/detect.ts'),
      import('../../../agents/find-binary.ts'),
      import('../../../agents/folders.ts'),
      import('../../../capabilities/index.ts'),
      import('../../../agents/definition-profile.ts'),
    ])
  const environment = process.env
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  const find = (program: string): string | undefined => findBinary([program], path)
  const definitions = registry
    .list()
    .map(({ definition }) => definition)
    .filter(({ id }) => names.length === 0 || names.includes(id))
  const found = await detectAll(definitions)
  const agents = definitions.flatMap((definition, index) => {
    const detection = found[index]
    const needsGit = supportOf(definitionProfile(definition), 'process.git-required') === 'supported'
    const options = { home: homedir(), environment, find, needsGit }
    return detection === undefined ? [] : [agentReport(definition, detection, options)]
  })
  const machine = machineFindings({ find, dataFolder: dataFolder() })
  // Nobody's work is done by a simulated one, unless it is what was asked about.
  const counted = agents.filter(({ simulated }) => !simulated || names.length > 0)
  return { ok: isFine(machine) && counted.some(({ findings }) => isFine(findings)), machine, agents }
}

function isFine(findings: readonly Finding[]): boolean {
  return findings.every(({ status }) => status !== 'problem')
}
