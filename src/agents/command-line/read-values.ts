import { relative, resolve, sep } from 'node:path'
import type { AgentEvent } from '../../events/event.ts'
import type { EventBase } from '../../events/event-base.ts'
import type { UnknownPart } from '../../events/unknown-part.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import type { ToolContent } from '../../events/tools/tool-content.ts'
import { isRecord } from '../../core/shape.ts'

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

const nothing: Fields = Object.freeze({})

/** The fields of an object; none when it is something else. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : nothing
}

/** A list; empty when it is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number of at least 0. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** A number of at least 0 that can be added up. */
export function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Milliseconds since the epoch of a time as ISO 8601 text. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** All fields but these, untouched. */
export function without(from: Fields, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** The fields that are there: an event has none that is `undefined`. It is made for every piece of text, so it is plain. */
export function present<Data extends object>(data: { [Key in keyof Data]: Data[Key] | undefined }): Data {
  const found: Partial<Data> = {}
  for (const key in data) if (data[key] !== undefined) found[key] = data[key]
  return found as Data
}

/** A line that is not understood, or a part of it that has no place in an event. */
export function rawEvent(source: string, payload: unknown): AgentEvent {
  return { type: 'raw', source, payload }
}

/** A part of a type that this version does not know, kept whole. */
export function unknownPart(from: Fields): UnknownPart {
  return { type: 'unknown', originalType: textOf(from.type) ?? 'unknown', data: without(from, 'type') }
}

/** What pieces did not tell yet of a whole text. Pieces that are not its beginning were told in its place. */
export function untold(whole: string, told: string): string {
  if (whole.startsWith(told)) return whole.slice(told.length)
  return ''
}

/** A line of which nobody has to be told, kept for who looks for it. */
export function quietEvent(base: EventBase, message: string, meta: Record<string, unknown>): AgentEvent {
  return { ...base, type: 'log', level: 'debug', message, meta }
}

/** A call was refused by a policy: nobody can be asked in a headless run. */
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

/** A line that is no JSON. */
export function plainText(line: string): AgentEvent[] {
  return line.trim() === '' ? [] : [{ type: 'log', level: 'info', message: line }]
}

/** What a tool call shows to people. */
export type ToolLook = Pick<ToolCallPatch, 'title' | 'kind' | 'locations' | 'content'>

/** Text that a tool call shows. */
export function shownText(text: string): ToolContent {
  return { type: 'content', content: { type: 'text', text } }
}

/** A new file, or a changed part of one, as a tool writes it. */
export function shownChange(path: string, newText: string, oldText?: string): ToolContent {
  const operation = oldText === undefined ? 'add' : 'modify'
  return { type: 'diff', changes: [present({ operation, path, oldText, newText })] }
}

/** Whether a call shows a change of files, which its result does not replace. */
export function showsChange(content: readonly ToolContent[] | null | undefined): boolean {
  return content?.some(({ type }) => type === 'diff') === true
}

/** A path as it is named in a folder: from there when it lies inside, whole when it does not. */
export function pathWithin(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path))
  return short === '' || short === '..' || short.startsWith(`..${sep}`) ? path : short
}
