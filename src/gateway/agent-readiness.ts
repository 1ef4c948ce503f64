import type { Detection } from '../agents/detect/detect.ts'
import { type LoginPlace, loginSigns, type LoginState, loginStateOf } from '../agents/detect/login-signs.ts'
import type { Client } from '../run/client.ts'

/** Whether an agent can run on this machine, as far as that is known without starting it. */
export interface AgentReadiness {
  isInstalled: boolean
  login: LoginState
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
  const found = await client.adapters.detectAll()
  const place: LoginPlace = {
    home: process.getBuiltinModule('node:os').homedir(),
    environment: { ...process.env, ...env },
  }
  return new Map(
    found.map((detection) => {
      const { definition } = client.adapters.get(detection.agent)
      const { variables, files } = loginSigns(definition, place)
      const signs = [...variables, ...files]
      const login = loginStateOf(definition, place)
      return [detection.agent, { isInstalled: detection.installed, login, detection, signs }]
    }),
  )
}
