import type { HostRules } from './hosts/host-rules.ts'
import type { Target } from './hosts/target.ts'
import type { KeyRing } from './keys.ts'
import type { ModelCall } from './model-call.ts'
import type { UpstreamContext } from './upstream/open-connection.ts'
import type { UpstreamAgent } from './upstream/upstream-agent.ts'

/** Why the proxy refused a request. */
export type BlockReason =
  /** The host is not in the list. */
  | 'host'
  /** The host is this machine, or resolves to it. */
  | 'local-address'
  /** The request holds the placeholder of a key that is for other hosts. */
  | 'key'
  /** The client does not trust the proxy's certificate. */
  | 'certificate'

/** A connection or request that the proxy refused. */
export interface BlockedRequest {
  readonly host: string
  readonly port: number
  /** The path without its query; absent for a connection. */
  readonly path?: string
  readonly reason: BlockReason
}

/** Where the requests of a connection go. */
export interface Route {
  readonly target: Target
  /** Whether the caller of the proxy chose the target; a client's choice must be in the list of hosts. */
  readonly isTrusted: boolean
}

/** A request that is being answered. */
export interface RunningExchange {
  readonly route: Route
  /** Ends a model call. */
  halt(): void
  /** Ends any request. */
  cut(): void
}

/** The state of a proxy that its requests share. */
export interface ProxyContext extends UpstreamContext {
  readonly rules: () => HostRules
  readonly keys: KeyRing
  /** Keeps connections open. */
  readonly agent: UpstreamAgent
  /** Opens a connection for each request. */
  readonly freshAgent: UpstreamAgent
  readonly onCall: (call: ModelCall) => void
  readonly onBlocked: (blocked: BlockedRequest) => void
  /** Why no further model call is accepted. */
  readonly haltMessage: () => string | undefined
  readonly running: Set<RunningExchange>
}
