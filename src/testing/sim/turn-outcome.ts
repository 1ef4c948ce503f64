import type { RpcFault } from './wire/rpc-error.ts'
import type { JsonObject, TurnUsage } from './wire/wire.ts'

/** How a turn ended. */
export interface TurnOutcome {
  stopReason: string
  usage?: TurnUsage | JsonObject
  error?: RpcFault
  /** How often the end is reported. */
  copies?: number
  /** Updates after the end. */
  late?: readonly JsonObject[]
}
