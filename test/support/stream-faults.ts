import { type AgUiEvent, isTerminal } from '../../src/gateway/ag-ui/events.ts'

/** What opens something, by what closes it, and the field that names it. */
const pairs: readonly (readonly [opens: string, closes: string, name: string])[] = [
  ['TEXT_MESSAGE_START', 'TEXT_MESSAGE_END', 'messageId'],
  ['REASONING_START', 'REASONING_END', 'messageId'],
  ['REASONING_MESSAGE_START', 'REASONING_MESSAGE_END', 'messageId'],
  ['TOOL_CALL_START', 'TOOL_CALL_END', 'toolCallId'],
  ['STEP_STARTED', 'STEP_FINISHED', 'stepName'],
  ['SUBAGENT_STARTED', 'SUBAGENT_FINISHED', 'subagentRunId'],
]

/** What is wrong with the whole stream of a run: it begins once, ends once, and what it opens is closed once. */
export function streamFaults(events: readonly AgUiEvent[]): string[] {
  const of = (type: string): Record<string, unknown>[] =>
    events.filter((event) => event.type === type) as unknown as Record<string, unknown>[]
  const faults: string[] = []
  if (events[0]?.type !== 'RUN_STARTED' || of('RUN_STARTED').length !== 1)
    faults.push('it does not begin once')
  const ends = events.filter(isTerminal)
  if (ends.length !== 1 || ends[0] !== events.at(-1)) faults.push(`it has ${ends.length} ends`)
  for (const [opens, closes, name] of pairs) {
    const opened = of(opens).map((event) => String(event[name]))
    const closed = of(closes).map((event) => String(event[name]))
    if (new Set(opened).size !== opened.length) faults.push(`${opens} twice for one ${name}`)
    if (opened.toSorted().join() !== closed.toSorted().join()) {
      faults.push(`${opens} for ${opened.join()}, and ${closes} for ${closed.join()}`)
    }
  }
  return faults
}
