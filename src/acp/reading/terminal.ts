import type {
  AgentEvent,
  TerminalExitStatus,
  TerminalOutput,
  TerminalOutputEvent,
  TerminalSize,
  TerminalUpdatedEvent,
} from '../../events/index.ts'
import {
  clearable,
  count,
  fieldsOf,
  integer,
  optional,
  put,
  putMeta,
  putMetaPatch,
  text,
  type Fields,
  type Reading,
} from './reading.ts'
import { readControls } from './tool-call.ts'
import type { UpdateReading } from './update.ts'

/** Reads an update of an agent's terminal. */
export function terminalUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: TerminalUpdatedEvent = {
    type: 'terminal.updated',
    sessionId: reading.sessionId,
    terminalId: text(update.terminalId),
  }
  put(event, 'command', clearable(update.command, text, reading))
  put(event, 'cwd', clearable(update.cwd, text, reading))
  put(event, 'output', clearable(update.output, readOutput, reading))
  put(event, 'exitStatus', clearable(update.exitStatus, readExitStatus, reading))
  put(event, 'size', clearable(update.size, readSize, reading))
  put(event, 'controls', clearable(update.capabilities, readControls, reading))
  putMetaPatch(event, update, reading)
  return event
}

/** Reads a piece of terminal output; it stays in base64, because it may end inside a character. */
export function terminalOutputChunk(update: Fields, reading: UpdateReading): AgentEvent {
  const event: TerminalOutputEvent = {
    type: 'terminal.output',
    sessionId: reading.sessionId,
    terminalId: text(update.terminalId),
    bytes: text(update.data),
  }
  putMeta(event, update, reading)
  return event
}

function readOutput(value: unknown, reading: Reading): TerminalOutput {
  const from = fieldsOf(value)
  const output: TerminalOutput = { bytes: text(from.data) }
  putMeta(output, from, reading)
  return output
}

function readExitStatus(value: unknown, reading: Reading): TerminalExitStatus {
  const from = fieldsOf(value)
  const status: TerminalExitStatus = {}
  put(status, 'exitCode', optional(from.exitCode, integer, reading))
  put(status, 'signal', optional(from.signal, text, reading))
  putMeta(status, from, reading)
  return status
}

function readSize(value: unknown, reading: Reading): TerminalSize {
  const from = fieldsOf(value)
  const size: TerminalSize = { cols: count(from.cols), rows: count(from.rows) }
  putMeta(size, from, reading)
  return size
}
