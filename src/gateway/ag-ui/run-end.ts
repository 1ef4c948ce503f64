import type { ErrorDetail } from '../../events/error.ts'
import type { FinishEvent, StopReason } from '../../events/finish.ts'
import type { TokenUsage } from '../../events/usage.ts'
import type { Interrupt, TerminalEvent } from './events.ts'
import type { Generation } from './generation.ts'
import { tokenCounts } from './usage.ts'

/** How a run of a client ends. */
export type RunEnd =
  | {
      type: 'finished'
      stopReason: StopReason
      /** The structured result, where one was asked for. */
      output?: unknown
      tokens?: TokenUsage | undefined
    }
  | { type: 'failed'; error: ErrorDetail; tokens?: TokenUsage | undefined }
  /** A person has to answer before the agent goes on. */
  | { type: 'interrupted'; interrupts: Interrupt[] }
  /** The client has to run its tools before the agent goes on. */
  | { type: 'tools-called'; toolCallIds: string[] }

export interface RunNames {
  readonly threadId: string
  readonly runId: string
  readonly generation: Generation
  /** The model that worked, where it is known. */
  readonly model?: string | undefined
}

/** The end of an agent's run as one of a client's. */
export function endOf({ stopReason, tokens, result: output, error }: FinishEvent): RunEnd {
  if (error !== undefined) return { type: 'failed', error, tokens }
  return { type: 'finished', stopReason, output, tokens }
}

/** The one event that ends a run. */
export function terminalEvent(end: RunEnd, { threadId, runId, generation, model }: RunNames): TerminalEvent {
  const finished = { type: 'RUN_FINISHED', threadId, runId } as const
  const isCurrent = generation === 'current'
  switch (end.type) {
    case 'failed': {
      const usage = tokenCounts(end.tokens, model)
      const { message } = end.error
      return {
        type: 'RUN_ERROR',
        message: message === '' ? 'The run failed' : message,
        code: errorCode(end.error),
        ...(usage === undefined ? {} : { usage }),
      }
    }
    case 'interrupted':
      return { ...finished, outcome: { type: 'interrupt', interrupts: end.interrupts } }
    case 'tools-called':
      return {
        ...finished,
        result: { stopReason: 'client-tools' },
        outcome: { type: 'success', ...(isCurrent ? { pendingToolCallIds: end.toolCallIds } : {}) },
      }
    case 'finished': {
      const usage = tokenCounts(end.tokens, model)
      const isCancelled = end.stopReason === 'cancelled'
      return {
        ...finished,
        result: {
          stopReason: end.stopReason,
          ...(end.output === undefined ? {} : { output: end.output }),
        },
        // Clients before 1.0 refuse an outcome that they do not know.
        ...(isCancelled
          ? isCurrent
            ? { outcome: { type: 'cancelled' } }
            : {}
          : { outcome: { type: 'success' } }),
        ...(usage === undefined ? {} : { usage }),
      }
    }
  }
}

const codes: Readonly<Record<string, string>> = { AGENT_CRASH: 'agent_exited', AUTH_ERROR: 'auth_required' }

/** A code of the wire: lower case, and numbers of the agent's protocol after its name. */
export function errorCode({ code }: Pick<ErrorDetail, 'code'>): string {
  if (code === undefined) return 'agent_error'
  if (typeof code === 'number') return `acp_${code}`
  return codes[code] ?? code.toLowerCase()
}
