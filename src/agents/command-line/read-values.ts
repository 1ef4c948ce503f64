import { relative, resolve, sep } from 'node:path'
import type { AgentEvent } from '../../events/event.ts'
import type { EventBase } from '../../events/event-base.ts'
import type { UnknownPart } from '../../events/unknown-part.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'
import { isRecord } from '../../core/shape.ts'

/** An unchecked JSON object. */
export type Fields = Readonly<Record<string, unknown>>

const nothing: Fields = Object.freeze({})

/** The fields of an object; empty for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : nothing
}

/** The list, or an empty list for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An integer of at least 0. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** A finite number of at least 0. */
export function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Milliseconds since the epoch for an ISO 8601 time. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** All fields except these. */
export function without(from: Fields, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** Drops `undefined` fields, which events must not have. Kept simple because it runs for every text delta. */
export function present<Data extends object>(data: { [Key in keyof Data]: Data[Key] | undefined }): Data {
  const found: Partial<Data> = {}
  for (const key in data) if (data[key] !== undefined) found[key] = data[key]
  return found as Data
}

/** An unknown line, or the part of a line that has no place in an event. */
export function rawEvent(source: string, payload: unknown): AgentEvent {
  return { type: 'raw', source, payload }
}

/** A part of an unknown type, unchanged. */
export function unknownPart(from: Fields): UnknownPart {
  return { type: 'unknown', originalType: textOf(from.type) ?? 'unknown', data: without(from, 'type') }
}

/** The part of a whole text that was not streamed yet; none if the streamed text is not its beginning. */
export function remainingText(whole: string, streamed: string): string {
  if (whole.startsWith(streamed)) return whole.slice(streamed.length)
  return ''
}

/** A debug log entry for a line that no user needs to see. */
export function quietEvent(base: EventBase, message: string, meta: Record<string, unknown>): AgentEvent {
  return { ...base, type: 'log', level: 'debug', message, meta }
}

/** A policy refused a call: a single-prompt run cannot ask. */
export function denialNotice(
  base: EventBase,
  call: { toolCallId: string; tool?: string | undefined; description?: string | undefined },
): AgentEvent {
  const { toolCallId, tool = 'A tool', description } = call
  return {
    ...base,
    type: 'notice',
    severity: 'warning',
    title: `${tool} was not allowed`,
    ...present({ description }),
    meta: { toolCallId },
  }
}

/** The log event of a line that is not JSON. */
export function plainText(line: string): AgentEvent[] {
  return line.trim() === '' ? [] : [{ type: 'log', level: 'info', message: line }]
}

/** How a tool call is displayed. */
export type ToolLook = Pick<ToolCallPatch, 'title' | 'kind' | 'locations' | 'content'>

/** Text content of a tool call. */
export function shownText(text: string): ToolContent {
  return { type: 'content', content: { type: 'text', text } }
}

/** The diff of a new or changed file. */
export function shownChange(path: string, newText: string, oldText?: string): ToolContent {
  const operation = oldText === undefined ? 'add' : 'modify'
  return { type: 'diff', changes: [present({ operation, path, oldText, newText })] }
}

/** Whether a call shows a file change, which its result must not replace. */
export function showsChange(content: readonly ToolContent[] | null | undefined): boolean {
  return content?.some(({ type }) => type === 'diff') === true
}

/** A path relative to a folder; absolute if it lies outside. */
export function pathWithin(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path))
  return short === '' || short === '..' || short.startsWith(`..${sep}`) ? path : short
}
