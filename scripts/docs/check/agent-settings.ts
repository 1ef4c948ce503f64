import { mergeJson } from '../../../src/core/merge-json.ts'
import { withoutRetries } from '../../../src/verify/setup/agent-setup.ts'
import { agentSetups } from '../../../src/verify/setup/agent-setups.ts'
import { writeFiles } from '../../../src/verify/worker/write-files.ts'
import { providerSetup } from '../../../src/testing/provider/provider-setup.ts'

/** Writes the settings that point agents at a model provider, and returns the environment that they need. */
export async function settleAgents(
  agents: readonly string[],
  { url, home }: { url: string; home: string },
): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  for (const agent of agents) {
    const { settings = {}, environment: own = {} } = withoutRetries(
      agent in agentSetups ? agentSetups[agent as keyof typeof agentSetups] : {},
    )
    const setup = providerSetup(agent, `${url}/${agent}`)
    const inHome: Record<string, string> = { ...setup.home }
    const inWork: Record<string, string> = { ...setup.work }
    for (const [path, fields] of Object.entries(settings)) {
      const target = path in inWork ? inWork : inHome
      target[path] = JSON.stringify(mergeJson(JSON.parse(target[path] ?? '{}'), fields))
    }
    // The settings of a folder also apply from the home, and leave the folder of the reader alone.
    await writeFiles(home, withPassedKey({ ...inWork, ...inHome }))
    Object.assign(environment, withPassedKey(setup.environment ?? {}), own)
  }
  return environment
}

/** Capstan passes only the variables of an agent's definition on, so Codex reads its key from one of those. */
function withPassedKey(values: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(values).map((entry) =>
    entry.map((text) => text.replaceAll('LOOPBACK_KEY', 'OPENAI_API_KEY')),
  )
  return Object.fromEntries(entries) as Record<string, string>
}
