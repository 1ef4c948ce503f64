import type { Client } from '../run/client.ts'
import type { CheckName } from '../testing/contract/check-name.ts'
import type { CheckReport } from '../testing/contract/report.ts'
import type { EscapeReport, LimitingPolicy, PolicyCase } from './escapes/escape.ts'
import type { AgentVerification } from './report.ts'

/** What an author adds for an agent whose provider setup Capstan does not know. `{provider}` is replaced by the address. */
export interface OwnSetup {
  readonly env?: Readonly<Record<string, string>>
  /** Files of the agent's home, by relative path. */
  readonly files?: Readonly<Record<string, string>>
}

export interface VerifyOptions {
  /** The client that knows the agents. */
  readonly client: Client
  readonly agents: readonly string[]
  /** The checks of each agent (default: all). */
  readonly checks?: readonly CheckName[] | ((agent: string) => readonly CheckName[] | undefined)
  /** Tries to escape from these policies in place of the checks. */
  readonly policies?: readonly LimitingPolicy[] | undefined
  readonly setup?: OwnSetup
  /** How many checks of one agent run at the same time (default: 2). */
  readonly concurrency?: number
  /** Starts every check in the sandbox, also those of the policy `allow` (default: false). The results are not stored then. */
  readonly sandbox?: boolean
  /** Whether the results become evidence on this machine (default: true). */
  readonly isStored?: boolean
  readonly signal?: AbortSignal
  readonly onEvent?: (event: VerifyEvent) => void
}

/** The progress of a verification. */
export type VerifyEvent =
  | ({ readonly type: 'agent'; readonly total: number } & Pick<
      AgentVerification,
      'agent' | 'version' | 'network' | 'networkReason'
    >)
  | { readonly type: 'check'; readonly agent: string; readonly check: CheckReport }
  | ({
      readonly type: 'policy'
      readonly agent: string
      readonly escapes: readonly EscapeReport[]
    } & PolicyCase)
  | { readonly type: 'verified'; readonly verification: AgentVerification }
