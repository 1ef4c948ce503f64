import { CapstanError } from '../../core/capstan-error.ts'
import type { RefusalKind } from '../../agents/command-line/provider-failure.ts'
import type { ValidatedRun } from '../validate/validate.ts'
import { coolDown } from '../choice/cool-downs.ts'

/** The errors after which another agent may work on the prompt. */
export type SwitchReason = RefusalKind | 'not-installed' | 'crash'

const byCode: Readonly<Record<string, SwitchReason>> = {
  AGENT_NOT_INSTALLED: 'not-installed',
  AGENT_CRASH: 'crash',
  CONNECTION_CLOSED: 'crash',
}

/** The login error of ACP, in a response to anything but a prompt. */
const authRequired = -32000

/**
 * Why another agent may work on the prompt; undefined for every other error. Decides by the code of the error and the
 * provider's status, never by the message.
 */
export function switchReasonOf(error: unknown): SwitchReason | undefined {
  if (!CapstanError.isInstance(error)) return undefined
  const { kind, rpcCode } = error as { kind?: RefusalKind; rpcCode?: number }
  if (kind !== undefined) return kind
  if (error.code === 'AUTH_ERROR' && rpcCode === authRequired) return 'login'
  return byCode[error.code]
}

/** The refusals that pass with time. */
const passing: ReadonlySet<SwitchReason | undefined> = new Set(['rate-limit', 'quota', 'overload'])

/** Stores a cool-down of the account if the provider refused it for some time. */
export function noteRefusal({ definition, options }: ValidatedRun, error: unknown): void {
  const reason = switchReasonOf(error)
  if (reason === undefined || !passing.has(reason)) return
  const { resetsAt } = error as { resetsAt?: string }
  coolDown({ definition, env: options.env }, { reason, resetsAt })
}
