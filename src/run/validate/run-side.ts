import type { AgentEvent } from '../../events/event.ts'
import type { RunUsage } from '../../events/usage.ts'
import type { PermissionBroker } from '../permissions/permission-broker.ts'
import type { ValidatedRun } from './validate.ts'

/** The part of a run that a conversation needs. */
export interface RunSide {
  readonly validated: ValidatedRun
  readonly broker: PermissionBroker
  readonly signal: AbortSignal
  onEvent(event: AgentEvent): Promise<void> | undefined
  onWarning(message: string): void
  /** Receives the usage of the running turn so far. */
  onUsage(used: RunUsage): void
}
