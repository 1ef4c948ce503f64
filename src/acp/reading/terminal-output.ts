import type { AgentEvent, TerminalOutputEvent } from '../../events/index.ts'
import { isFields } from './reading.ts'

/**
 * Reads terminal output from the vendor data of a tool call. Under version 1 some agents run commands in their own
 * terminals and report only there what to append.
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
