import type { ErrorDetail } from '../../events/error.ts'
import type { FinishEvent, StopReason } from '../../events/finish.ts'
import type { TokenUsage } from '../../events/usage.ts'
import type { Interrupt, TerminalEvent, TokenCounts } from './events.ts'
import type { Generation } from './generation.ts'

/** How a client's run ends. */
export type RunEnd =
  | {
      type: 'finished'
      stopReason: StopReason
      /** The structured result, if one was requested. */
      output?: unknown
      tokens?: TokenUsage | undefined
    }
  | { type: 'failed'; error: ErrorDetail; tokens?: TokenUsage | undefined }
  /** The user must answer before the agent continues. */
  | { type: 'interrupted'; interrupts: Interrupt[] }
  /** The client must run its tools before the agent continues. */
  | { type: 'tools-called'; toolCallIds: string[] }

export interface RunNames {
  readonly threadId: string
  readonly runId: string
  readonly generation: Generation
  /** The model of the run, if known. */
  readonly model?: string | undefined
}

/** Converts the end of an agent's run. */
export function endOf({ stopReason, tokens, result: output, error }: FinishEvent): RunEnd {
  if (error !== undefined) return { type: 'failed', error, tokens }
  return { type: 'finished', stopReason, output, tokens }
}

/** The terminal event of a run. */
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
      // Clients before 1.0 refuse every run of a thread whose interrupt has expired, also one that cancels it.
      return {
        ...finished,
        outcome: {
          type: 'interrupt',
          interrupts: isCurrent ? end.interrupts : end.interrupts.map(withoutExpiry),
        },
      }
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
        // Clients before 1.0 reject unknown outcomes.
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

/** The error code for clients: lower case; JSON-RPC numbers get the prefix `acp_`. */
export function errorCode({ code }: Pick<ErrorDetail, 'code'>): string {
  if (code === undefined) return 'agent_error'
  if (typeof code === 'number') return `acp_${code}`
  return codes[code] ?? code.toLowerCase()
}

/** Token counts in AG-UI form; undefined if there are none. Omits counts that are not whole numbers. */
function tokenCounts(tokens: TokenUsage | undefined, model?: string): TokenCounts[] | undefined {
  if (tokens === undefined) return undefined
  const { input, cacheRead = 0, cacheWrite = 0 } = tokens
  const counts = Object.entries({
    // AG-UI counts cached tokens as input.
    inputTokens: input === undefined ? undefined : input + cacheRead + cacheWrite,
    outputTokens: tokens.output,
    totalTokens: tokens.total,
    reasoningTokens: tokens.thinking,
    cachedInputTokens: tokens.cacheRead,
    cacheWriteInputTokens: tokens.cacheWrite,
  }).filter(([, count]) => Number.isSafeInteger(count) && (count as number) >= 0)
  if (counts.length === 0) return undefined
  return [{ ...(model === undefined ? {} : { model }), ...Object.fromEntries(counts) }]
}

function withoutExpiry(interrupt: Interrupt): Interrupt {
  const { expiresAt: _, ...rest } = interrupt
  return rest
}
