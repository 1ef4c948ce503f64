import { didYouMean } from '../../../core/text/nearest-name.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { Client } from '../../../run/client.ts'
import type { ClosedSessions } from '../../closed-sessions.ts'
import type { GatewaySessions } from '../../gateway-sessions.ts'
import type { ServedAgent } from '../../served-agent.ts'
import type { ThreadForwarding } from '../forwarding/thread-forwarding.ts'
import type { GatewayThreads } from '../../threads/gateway-threads.ts'

/** Dependencies of the routes. */
export interface ApiParts {
  readonly agents: ReadonlyMap<string, ServedAgent>
  readonly client: Client
  /** Variables that sessions get besides those of the gateway. */
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly sessions: GatewaySessions
  /** The folder that agents work in. */
  readonly cwd: string
  readonly threads: GatewayThreads
  /** The sessions of threads whose agents were stopped. */
  readonly closed: ClosedSessions
  /** Creates the path of a one-time sign-in link. */
  readonly loginPath: () => string
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal
  /** Reaches the gateways that share the threads. */
  readonly forwarding?: ThreadForwarding | undefined
}

/** Finds a served agent. @throws CapstanError `UNKNOWN_AGENT` with the nearest id. */
export function servedAgent({ agents }: Pick<ApiParts, 'agents'>, id: unknown): ServedAgent {
  const name = String(id)
  const agent = agents.get(name)
  if (agent !== undefined) return agent
  throw new CapstanError('UNKNOWN_AGENT', `No served agent is named ${JSON.stringify(name)}`, {
    hint: didYouMean(name, [...agents.keys()], `Use one of ${[...agents.keys()].join(', ')}.`),
  })
}

/** Finds an agent that Capstan drives. @throws CapstanError `UNKNOWN_AGENT`, `NOT_SERVED` */
export function drivenAgent(parts: Pick<ApiParts, 'agents' | 'client'>, id: unknown): ServedAgent {
  const agent = servedAgent(parts, id)
  if (isDriven(parts, agent)) return agent
  throw new CapstanError(
    'NOT_SERVED',
    `Capstan does not drive ${agent.id}, the gateway only forwards its runs`,
    {
      hint: `Start a run with POST /agents/${agent.id}.`,
    },
  )
}

export function isDriven({ client }: Pick<ApiParts, 'client'>, { id }: ServedAgent): boolean {
  return client.adapters.list().some((one) => one.id === id)
}
