import { createGateway, type Gateway, type GatewayOptions } from '../../src/gateway/create-gateway.ts'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'
import type { LogEntry } from '../../src/gateway/log.ts'
import { type GatewayServer, listen } from '../../src/gateway/server.ts'
import type { Client } from '../../src/run/client.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { httpAgent } from './ag-ui-clients.ts'
import { type AgentChanges, createLab, type Lab } from './sim-lab.ts'

export const token = 'a-token-for-the-tests-of-the-gateway'
export const bearer = { authorization: `Bearer ${token}` }

/** Gateways over the sim that listen on loopback, and all that they logged. */
export interface GatewayLab {
  readonly lab: Lab
  readonly log: LogEntry[]
  /** A gateway whose agent `sim` follows a scenario. */
  open(
    scenario?: Scenario,
    options?: Partial<GatewayOptions> & { changes?: AgentChanges },
  ): Promise<OpenGateway>
  remove(): Promise<void>
}

export interface OpenGateway {
  readonly client: Client
  readonly gateway: Gateway
  readonly server: GatewayServer
  readonly url: string
  /** A client of a generation for one thread of the sim. */
  readonly agent: (generation: Generation, threadId?: string) => ReturnType<typeof httpAgent>
}

export function createGatewayLab(): GatewayLab {
  const lab = createLab()
  const log: LogEntry[] = []
  const servers: GatewayServer[] = []
  return {
    lab,
    log,
    open: async (scenario, { changes, ...options } = {}) => {
      const client = options.client ?? lab.sim(scenario, changes)
      const gateway = createGateway({
        token,
        session: lab.options,
        log: (entry) => void log.push(entry),
        ...options,
        client,
      })
      const server = await listen(gateway, { port: 0 })
      servers.push(server)
      const { url } = server
      return {
        client,
        gateway,
        server,
        url,
        agent: (generation, threadId = `thread-${generation}`) =>
          httpAgent(generation, { url: `${url}/agents/sim`, headers: bearer, threadId }),
      }
    },
    remove: async () => {
      for (const server of servers) await server.close()
      await lab.remove()
    },
  }
}
