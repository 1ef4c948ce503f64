import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import { isDriven, type ApiParts } from './api-parts.ts'

/** An agent behind the gateway, as detected without starting it. */
export interface ListedAgent {
  id: string
  name: string
  installed: boolean
  version?: string
  path?: string
  /** ACP, ACP through a bridge, the agent's command line, or a forwarded AG-UI agent. */
  transport: 'acp' | 'acp-bridge' | 'command-line' | 'ag-ui'
  /** Login methods and the credentials found; only the agent knows whether they are valid. */
  auth?: {
    methods: readonly string[]
    variables: readonly string[]
    found: readonly string[]
    login?: string
  }
  simulated?: true
}

export async function listAgents({
  agents,
  client,
}: Pick<ApiParts, 'agents' | 'client'>): Promise<ListedAgent[]> {
  const found = new Map((await client.adapters.detectAll()).map((detection) => [detection.agent, detection]))
  return Array.from(agents.values(), (agent): ListedAgent => {
    const { id, name } = agent
    if (!isDriven({ client }, agent)) return { id, name, installed: true, transport: 'ag-ui' }
    const { definition } = client.adapters.get(id)
    const { installed = false, version, path } = found.get(id) ?? {}
    return {
      id,
      name,
      installed,
      ...(version === undefined ? {} : { version }),
      ...(path === undefined ? {} : { path }),
      transport: transportOf(definition),
      auth: authOf(definition),
      ...(definition.simulated ? { simulated: true } : {}),
    }
  })
}

function transportOf({ acp }: AgentDefinition): ListedAgent['transport'] {
  if (acp === undefined) return 'command-line'
  return acp.bridge === undefined ? 'acp' : 'acp-bridge'
}

/** Checks names only: reads no variable's value and no file. */
function authOf({ auth }: AgentDefinition): NonNullable<ListedAgent['auth']> {
  const [path, fileSystem, system] = [
    process.getBuiltinModule('node:path'),
    process.getBuiltinModule('node:fs'),
    process.getBuiltinModule('node:os'),
  ]
  const { methods, variables, files, login } = auth
  const found = [
    ...variables.filter((variable) => process.env[variable]),
    ...files.filter((file) => fileSystem.existsSync(path.join(system.homedir(), file))),
  ]
  return { methods, variables, found, ...(login === undefined ? {} : { login }) }
}
