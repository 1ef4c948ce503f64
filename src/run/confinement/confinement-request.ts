import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import type { HiddenKeys } from '../home/hidden-keys.ts'
import type { UsageMeter } from '../budget/usage-meter.ts'

/** A host or path that the sandbox refused. */
export interface BlockedAccess {
  readonly kind: 'host' | 'path'
  /** The host, with its port unless it is 80 or 443, or the absolute path. */
  readonly name: string
  /**
   * What was refused that no option allows: `held` is a file that was open for writing after an allowed call, `login` one
   * that Capstan could not write, `unnamed` files that changed during allowed calls that did not name them.
   */
  readonly problem?: 'key' | 'certificate' | 'held' | 'login' | 'unnamed'
  /** The tool call that was running, if there was exactly one. */
  readonly toolCallId?: string
  readonly tool?: string
}

/** What an agent is started with. */
export interface ConfinementRequest {
  readonly definition: AgentDefinition
  readonly cwd: string
  readonly limits: ConfinementLimits
  /** Keys of the user's settings that the agent has as placeholders. */
  readonly keys: HiddenKeys
  /** The variables of the agent. */
  readonly environment: Readonly<Record<string, string>>
  /** The variables of the caller: the company's proxy and certificates. */
  readonly callerEnvironment: Readonly<Record<string, string | undefined>>
  readonly programs: readonly string[]
  /** Folders of the run, which the agent may change. */
  readonly folders: readonly string[]
  readonly meter: UsageMeter | undefined
  readonly onBlocked: (blocked: BlockedAccess) => void
}
