import type { AgentDefinition } from '../agents/definition/definition.ts'
import type { Detection } from '../agents/detect/detect.ts'
import type { LoginPlace } from '../agents/detect/login.ts'
import type { Client } from '../run/client.ts'
import { loginSignsLazily } from './agent-readiness.lazy.ts'

/** Whether an agent can run on this machine, as far as that is known without starting it. */
export interface AgentReadiness {
  isInstalled: boolean
  /**
   * `yes`: no login needed, or a variable or file that may hold one exists. `no`: none of the known variables and files
   * exists. `unknown`: the agent's logins are not known, or the system's keychain may hold one.
   */
  login: 'yes' | 'no' | 'unknown'
}

/** Readiness with the findings behind it. */
export interface AgentState extends AgentReadiness {
  readonly detection?: Partial<Detection>
  /** Names of the variables and files that may hold a login. No value is read. */
  readonly signs?: readonly string[]
}

export interface ReadinessSources {
  readonly client: Client
  /** Variables that sessions get besides those of the gateway. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** The readiness of every agent that Capstan drives, by id. */
export async function readinessOf({ client, env }: ReadinessSources): Promise<Map<string, AgentState>> {
  const [found, { loginSigns, needsNoLogin }] = await Promise.all([
    client.adapters.detectAll(),
    loginSignsLazily(),
  ])
  const place: LoginPlace = {
    home: process.getBuiltinModule('node:os').homedir(),
    environment: { ...process.env, ...env },
  }
  return new Map(
    found.map((detection) => {
      const { definition } = client.adapters.get(detection.agent)
      const { variables, files } = loginSigns(definition, place)
      const signs = [...variables, ...files]
      const isFree = needsNoLogin(definition)
      const login = isFree || signs.length > 0 ? 'yes' : withoutSigns(definition)
      return [detection.agent, { isInstalled: detection.installed, login, detection, signs }]
    }),
  )
}

function withoutSigns({ auth }: AgentDefinition, platform = process.platform): 'no' | 'unknown' {
  const isListed = auth.variables.length > 0 || auth.files.length > 0
  return isListed && platform === 'linux' ? 'no' : 'unknown'
}
