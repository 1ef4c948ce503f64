import { homedir } from 'node:os'
import { delimiter } from 'node:path'
import { dataFolder } from '../../../core/files/data-folder.ts'
import type { Client } from '../../../run/client.ts'
import { type AgentReport, agentReport } from './agent.ts'
import type { Finding } from './finding.ts'
import { machineFindings } from './machine.ts'

/** Checks the machine and the named agents of the client, or all of them. */
export async function examine(
  names: readonly string[],
  client: Client,
): Promise<{ ok: boolean; machine: Finding[]; agents: AgentReport[] }> {
  const [{ findBinary }, { supportOf }, login, { askLogin }, { askVersion }, { sandboxSupport }] =
    await Promise.all([
      import('../../../agents/detect/find-binary.ts'),
      import('../../../capabilities/index.ts'),
      import('../../../agents/detect/login-signs.ts'),
      import('../../../agents/detect/ask-login.ts'),
      import('../../../agents/detect/ask-version.ts'),
      import('../../../sandbox/bubblewrap.ts'),
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
      const { path: program } = detection
      return agentReport(definition, detection, {
        find,
        needsGit,
        signs: login.loginSigns(definition, { home: homedir(), environment }),
        loggedIn:
          program === undefined ? undefined : await askLogin(definition, { path: program, environment }),
        needsNoLogin: login.needsNoLogin(definition),
      })
    }),
  )
  const node = find('node')
  const machine = machineFindings({
    find,
    dataFolder: dataFolder(),
    home: homedir(),
    nodeOnPath: node === undefined ? undefined : await askVersion(node, { environment }),
    sandbox: sandboxSupport(environment, [process.cwd()]),
  })
  // A simulated agent counts only if it was named.
  const counted = agents.filter(({ simulated }) => !simulated || names.length > 0)
  const usable = counted.filter(({ installed }) => installed)
  const ok = isFine(machine) && usable.length > 0 && usable.every(({ findings }) => isFine(findings))
  return { ok, machine, agents }
}

function isFine(findings: readonly Finding[]): boolean {
  return findings.every(({ status }) => status !== 'problem')
}
