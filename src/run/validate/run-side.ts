import type { AgentEvent } from '../../events/event.ts'
import type { RunUsage } from '../../events/usage.ts'
import type { PermissionBroker } from '../permissions/permission-broker.ts'
import type { ValidatedRun } from './validate.ts'

/** What a conversation needs of the run it works for. */
export interface RunSide {
  readonly validated: ValidatedRun
  readonly broker: PermissionBroker
  readonly signal: AbortSignal
  onEvent(event: AgentEvent): Promise<void> | undefined
  onWarning(message: string): void
  /** Takes what the running turn has used so far. */
  onUsage(used: RunUsage): void
}
