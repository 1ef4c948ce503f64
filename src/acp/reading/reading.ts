import type { EventBase, Meta, UnknownPart } from '../../events/index.ts'

/** The version of the protocol whose words a session speaks. */
export type AcpVersion = 1 | 2

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** What is known while one message is read. */
export interface Reading {
  readonly version: AcpVersion
  /** Becomes true when a field that may be absent was not what the protocol says, and was left out for that. */
  incomplete: boolean
}

/** Reads one value of a message, or throws `MalformedError`. */
export type Reader<Value> = (value: unknown, reading: Reading) => Value

/** A value is missing or is not what the protocol says. It never leaves this room. */
export class MalformedError extends Error {
  override name = 'MalformedError'
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object, to read its fields. */
export function fieldsOf(value: unknown): Fields {
  if (isFields(value)) return value
  throw new MalformedError('not an object')
}

/** An object that is passed on as it is. */
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

/** A field that may be absent, where `null` is the same. */
export function optional<Value>(value: unknown, read: Reader<Value>, reading: Reading): Value | undefined {
  if (value === undefined || value === null) return undefined
  try {
    return read(value, reading)
  } catch (error) {
    return leaveOut(error, reading)
  }
}

/** A field that may be absent, where `null` clears what was there. */
export function clearable<Value>(
  value: unknown,
  read: Reader<Value>,
  reading: Reading,
): Value | null | undefined {
  return value === null ? null : optional(value, read, reading)
}

/** A list. An item that is not what the protocol says is left out, as the protocol asks. */
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

/** Reads a list of these. */
export function listOf<Value>(read: Reader<Value>): Reader<Value[]> {
  return (value, reading) => items(value, read, reading)
}

/** Sets a field unless there is nothing to set: an event has no fields that are `undefined`. */
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

/** Vendor data beside the fields. */
export function putMeta(target: WithMeta, { _meta: meta }: Fields, reading: Reading): void {
  if (meta !== undefined) put(target, 'meta', optional(meta, record, reading))
}

/** Vendor data beside the fields, where `null` removes it. */
export function putMetaPatch(target: WithMeta, { _meta: meta }: Fields, reading: Reading): void {
  if (meta !== undefined) put(target, 'meta', clearable(meta, record, reading))
}

/** All fields but these, untouched. */
export function without(from: Fields, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** A part of a type that this version does not know, kept whole. */
export function unknownPart(from: Fields): UnknownPart {
  return { type: 'unknown', originalType: text(from.type), data: without(from, 'type') }
}

/** Reads the params of a request; `undefined` when they lack what it needs. */
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
