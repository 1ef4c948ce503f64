import type { AgentEvent, TerminalOutputEvent } from '../../events/index.ts'
import { isFields } from './reading.ts'

/**
 * Finds terminal output that came beside a tool call: some agents run commands in terminals of their own under
 * version 1, and what these print stands only in the vendor data, each time the piece to append.
 */
export function terminalOutputOf(event: AgentEvent): TerminalOutputEvent | undefined {
  if (event.type !== 'tool.updated' && event.type !== 'tool.called') return undefined
  const output = event.meta?.terminal_output_delta ?? event.meta?.terminal_output
  if (!isFields(output) || typeof output.data !== 'string') return undefined
  const found: TerminalOutputEvent = { type: 'terminal.output', text: output.data }
  if (event.sessionId !== undefined) found.sessionId = event.sessionId
  if (typeof output.terminal_id === 'string') found.terminalId = output.terminal_id
  return found
}
