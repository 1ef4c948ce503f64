import type { AgUiEvent } from '../../src/gateway/ag-ui/events.ts'
import { streamFaults } from '../support/stream-faults.ts'
import type { SeenRun } from './ag-ui-job.ts'

/** An event as a client passes it on. */
export type SeenEvent = AgUiEvent & Record<string, unknown>

/** The events of a run in short. */
export function seenRun(
  events: readonly SeenEvent[],
  { failure, complaints }: { failure: Error | undefined; complaints: readonly string[] },
): SeenRun {
  const joined = (type: string): string =>
    events
      .filter((event) => event.type === type)
      .map(({ delta }) => String(delta))
      .join('')
      .trim()
  const count = (type: string): number => events.filter((event) => event.type === type).length
  return {
    end: failure === undefined ? endOf(events.at(-1)) : failure.message,
    text: joined('TEXT_MESSAGE_CONTENT'),
    reasoning: joined('REASONING_MESSAGE_CONTENT'),
    calls: count('TOOL_CALL_START'),
    results: count('TOOL_CALL_RESULT'),
    interrupts: interruptsOf(events.at(-1)).map(({ reason, toolCallId }) => ({
      reason,
      hasCall: toolCallId !== undefined,
    })),
    faults: streamFaults(events),
    complaints,
  }
}

function endOf(last: SeenEvent | undefined): string {
  if (last?.type === 'RUN_ERROR') return `${last.code}: ${last.message}`
  if (last?.type !== 'RUN_FINISHED') return `no end, but ${last?.type}`
  const { outcome, result } = last as { outcome?: { type: string }; result?: { stopReason?: string } }
  return outcome?.type ?? `no outcome: ${result?.stopReason}`
}

function interruptsOf(last: SeenEvent | undefined): { reason: string; toolCallId?: string }[] {
  const { outcome } = (last ?? {}) as {
    outcome?: { interrupts?: { reason: string; toolCallId?: string }[] }
  }
  return outcome?.interrupts ?? []
}
