import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { Run, RunResult } from '../../run/api/run.ts'

/** A finished run and its events. */
export interface Turn {
  readonly events: readonly AgentEvent[]
  /** The result, unless the run failed. */
  readonly result?: RunResult
  /** The error of a failed run. */
  readonly error?: CapstanError
}

/** Reads a run to its end. A failed run is returned with its `error`. */
export async function readTurn(run: Run, onEvent?: (event: AgentEvent) => void): Promise<Turn> {
  const events: AgentEvent[] = []
  for await (const event of run) {
    events.push(event)
    onEvent?.(event)
  }
  try {
    return { events, result: await run.result() }
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    return { events, error }
  }
}

/** Returns the result of a turn. @throws the error of a failed turn. */
export function resultOf({ result, error }: Turn): RunResult {
  if (result === undefined) throw error ?? new CapstanError('AGENT_ERROR', 'The turn has no result')
  return result
}

/** Returns the events of one type. */
export function ofType<Type extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: Type,
): Extract<AgentEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type)
}

/** Whether the text occurs in the events; streamed text and the output of terminals are joined first. */
export function mentions(events: readonly AgentEvent[], text: string): boolean {
  const said = ofType(events, 'text.delta').map((event) => event.text)
  return (
    said.join('').includes(text) ||
    terminalText(events).includes(text) ||
    JSON.stringify(events).includes(JSON.stringify(text).slice(1, -1))
  )
}

function terminalText(events: readonly AgentEvent[]): string {
  const bytes = events.flatMap((event) => {
    if (event.type === 'terminal.output') return event.bytes ?? []
    return event.type === 'terminal.updated' ? (event.output?.bytes ?? []) : []
  })
  return Buffer.concat(bytes.map((piece) => Buffer.from(piece, 'base64'))).toString('utf8')
}

/** Whether any tool was called. */
export function callsTool(events: readonly AgentEvent[]): boolean {
  return events.some(({ type }) => type === 'tool.called' || type === 'tool.updated')
}
