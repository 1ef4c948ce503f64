import type { EventBase, Meta, UnknownPart } from '../../events/index.ts'

/** The protocol version of a session. */
export type AcpVersion = 1 | 2

/** An unread JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** The context of reading one message. */
export interface Reading {
  readonly version: AcpVersion
  /** Set when an optional field was malformed and therefore dropped. */
  incomplete: boolean
}

/** Reads one value of a message, or throws `MalformedError`. */
export type Reader<Value> = (value: unknown, reading: Reading) => Value

/** A value is missing or malformed. Never thrown out of this module. */
export class MalformedError extends Error {
  override name = 'MalformedError'
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads an object. */
export function fieldsOf(value: unknown): Fields {
  if (isFields(value)) return value
  throw new MalformedError('not an object')
}

/** Reads an object that is passed on unchanged. */
export function record(value: unknown): Meta {
  return fieldsOf(value)
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new MalformedError('not text')
}

export function flag(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new MalformedError('not true or false')
}

export function amount(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new MalformedError('not a number')
}

export function integer(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new MalformedError('not a whole number')
}

export function count(value: unknown): number {
  const found = integer(value)
  if (found >= 0) return found
  throw new MalformedError('less than zero')
}

/** An optional field; `null` means absent. */
export function optional<Value>(value: unknown, read: Reader<Value>, reading: Reading): Value | undefined {
  if (value === undefined || value === null) return undefined
  try {
    return read(value, reading)
  } catch (error) {
    return leaveOut(error, reading)
  }
}

/** An optional field; `null` clears the value. */
export function clearable<Value>(
  value: unknown,
  read: Reader<Value>,
  reading: Reading,
): Value | null | undefined {
  return value === null ? null : optional(value, read, reading)
}

/** A list. Malformed items are dropped, as the protocol requires. */
export function items<Value>(value: unknown, read: Reader<Value>, reading: Reading): Value[] {
  if (!Array.isArray(value)) throw new MalformedError('not a list')
  const found: Value[] = []
  for (const item of value) {
    try {
      found.push(read(item, reading))
    } catch (error) {
      leaveOut(error, reading)
    }
  }
  return found
}

/** Creates a reader of lists. */
export function listOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value, reading) => items(value, read, reading)
}

/** Sets a field unless the value is `undefined`, because events have no `undefined` fields. */
export function put<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key] | undefined,
): void {
  if (value !== undefined) target[key] = value
}

interface WithMeta {
  meta?: Meta | null
}

/** Vendor data (`_meta`). */
export function putMeta(target: WithMeta, { _meta: meta }: Fields, reading: Reading): void {
  if (meta !== undefined) put(target, 'meta', optional(meta, record, reading))
}

/** Vendor data (`_meta`); `null` removes it. */
export function putMetaPatch(target: WithMeta, { _meta: meta }: Fields, reading: Reading): void {
  if (meta !== undefined) put(target, 'meta', clearable(meta, record, reading))
}

/** All other fields, unchanged. */
export function without(from: Fields, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** A part of an unknown type, unchanged. */
export function unknownPart(from: Fields): UnknownPart {
  return { type: 'unknown', originalType: text(from.type), data: without(from, 'type') }
}

/** Reads the params of a request; `undefined` if a required field is missing. */
export function readWhole<Event extends EventBase>(
  params: unknown,
  version: AcpVersion,
  read: (from: Fields, reading: Reading) => Event,
): Event | undefined {
  const reading: Reading = { version, incomplete: false }
  try {
    const event = read(fieldsOf(params), reading)
    if (reading.incomplete) event.native = params
    return event
  } catch (error) {
    if (error instanceof MalformedError) return undefined
    throw error
  }
}

function leaveOut(error: unknown, reading: Reading): undefined {
  if (!(error instanceof MalformedError)) throw error
  reading.incomplete = true
}
