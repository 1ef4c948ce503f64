import type {
  AgentEvent,
  Control,
  Controls,
  ToolCalledEvent,
  ToolCallPatch,
  ToolLocation,
  ToolUpdatedEvent,
} from '../../events/index.ts'
import {
  clearable,
  count,
  fieldsOf,
  listOf,
  optional,
  put,
  putMeta,
  putMetaPatch,
  text,
  type Fields,
  type Reading,
} from './reading.ts'
import { readToolContentList } from './tool-content.ts'
import type { UpdateReading } from './update.ts'
import { toolKind, workStatus } from './enum-values.ts'

/** Reads the tool call of a permission request. */
export function readToolCall(value: unknown, reading: Reading): ToolCallPatch {
  const from = fieldsOf(value)
  const call: ToolCallPatch = { toolCallId: text(from.toolCallId) }
  putPatch(call, from, reading)
  return call
}

/** Reads an update of a tool call. */
export function toolCallUpdate(update: Fields, reading: UpdateReading): AgentEvent {
  const event: ToolUpdatedEvent = {
    type: 'tool.updated',
    sessionId: reading.sessionId,
    toolCallId: text(update.toolCallId),
  }
  putPatch(event, update, reading)
  return event
}

/** Sets the fields of an update. In version 2 `null` clears a field, in version 1 it means absent. */
function putPatch(call: ToolCallPatch, from: Fields, reading: Reading): void {
  if (reading.version === 1) {
    putCall(call, from, reading)
    return
  }
  put(call, 'tool', clearable(from.name, text, reading))
  put(call, 'title', clearable(from.title, text, reading))
  put(call, 'kind', clearable(from.kind, toolKind, reading))
  put(call, 'status', clearable(from.status, workStatus, reading))
  put(call, 'content', clearable(from.content, readToolContentList, reading))
  put(call, 'locations', clearable(from.locations, readLocations, reading))
  put(call, 'controls', clearable(from.capabilities, readControls, reading))
  putMetaPatch(call, from, reading)
  putInputAndOutput(call, from)
}

/** Sets the fields of a call; `null` means absent. */
export function putCall(call: ToolCallPatch | ToolCalledEvent, from: Fields, reading: Reading): void {
  put(call, 'tool', optional(from.name, text, reading))
  put(call, 'title', optional(from.title, text, reading))
  put(call, 'kind', optional(from.kind, toolKind, reading))
  put(call, 'status', optional(from.status, workStatus, reading))
  put(call, 'content', optional(from.content, readToolContentList, reading))
  put(call, 'locations', optional(from.locations, readLocations, reading))
  putMeta(call, from, reading)
  putInputAndOutput(call, from)
}

/** Input and output are any JSON value, including `null`. */
function putInputAndOutput(call: ToolCallPatch | ToolCalledEvent, from: Fields): void {
  put(call, 'input', from.rawInput)
  put(call, 'output', from.rawOutput)
}

const readLocations = listOf((value, reading): ToolLocation => {
  const from = fieldsOf(value)
  const location: ToolLocation = { path: text(from.path) }
  put(location, 'line', optional(from.line, count, reading))
  putMeta(location, from, reading)
  return location
})

/** Reads the controls of a running tool call or subagent. */
export function readControls(value: unknown, reading: Reading): Controls {
  const from = fieldsOf(value)
  const controls: Controls = {}
  put(controls, 'cancel', optional(from.cancel, readControl, reading))
  putMeta(controls, from, reading)
  return controls
}

function readControl(value: unknown, reading: Reading): Control {
  const control: Control = {}
  putMeta(control, fieldsOf(value), reading)
  return control
}
