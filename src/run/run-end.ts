import type { AgentChangedEvent } from '../events/agent.ts'
import type { FinishEvent, StopReason } from '../events/finish.ts'
import type { Budget } from './budget/budget.ts'
import { errorDetail } from './api/error-detail.ts'
import type { RunResult } from './api/run.ts'
import type { StructuredAnswer } from './output/structured-answer.ts'
import type { TurnTranscript } from './conversation/turn-transcript.ts'

/** How a run ended, with its usage and structured answer. */
export interface RunEnd {
  readonly runId: string
  readonly agent: string
  readonly agentChanges: readonly AgentChangedEvent[]
  /** Empty if no session was opened. */
  readonly sessionId: string
  readonly stopReason: StopReason
  readonly budget: Budget
  readonly structured: StructuredAnswer | undefined
}

/** The last event of a run, with the error of a failed run. */
export function finishEvent(end: RunEnd, error: unknown): FinishEvent {
  const { runId, sessionId, stopReason, structured } = end
  return {
    type: 'finish',
    runId,
    stopReason,
    ...(sessionId === '' ? {} : { sessionId }),
    ...used(end),
    ...(structured?.isGiven ? { result: structured.data } : {}),
    ...(error === undefined ? {} : { error: errorDetail(error) }),
  }
}

/** The result of a successful run. */
export function runResult(
  end: RunEnd,
  turn: TurnTranscript,
  rest: Pick<RunResult, 'durationMs' | 'warnings'>,
): RunResult {
  const { runId, agent, agentChanges, sessionId, stopReason, structured } = end
  return {
    runId,
    agent,
    ...(agentChanges.length === 0 ? {} : { agentChanges }),
    sessionId,
    text: turn.text.toString(),
    thinking: turn.thinking.toString(),
    stopReason,
    ...used(end),
    ...(structured?.isGiven ? { output: structured.data } : {}),
    ...rest,
  }
}

function used({ budget: { tokens, cost } }: RunEnd): Pick<RunResult, 'tokens' | 'cost'> {
  return { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
}
