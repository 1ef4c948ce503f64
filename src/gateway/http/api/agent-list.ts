import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import { isDriven, type ApiParts } from './api-parts.ts'

/** An agent behind the gateway, as far as this machine tells without starting it. */
export interface ListedAgent {
  id: string
  name: string
  installed: boolean
  version?: string
  path?: string
  /** How it is spoken with: over ACP, by a bridge that speaks it, on its command line, or passed on as it is. */
  transport: 'acp' | 'acp-bridge' | 'command-line' | 'ag-ui'
  /** How one logs in; whether somebody is, only the agent knows. */
  auth?: {
    methods: readonly string[]
    variables: readonly string[]
    found: readonly string[]
    login?: string
  }
  simulated?: true
}

/** All agents behind the gateway. */
export async function listAgents({ agents, client, ...parts }: ApiParts): Promise<ListedAgent[]> {
  const found = new Map((await client.adapters.detectAll()).map((detection) => [detection.agent, detection]))
  return Array.from(agents.values(), (agent): ListedAgent => {
    const { id, name } = agent
    if (!isDriven({ client, ...parts }, agent)) return { id, name, installed: true, transport: 'ag-ui' }
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

/** Names only: no value of a variable and nothing of a file is read. */
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
