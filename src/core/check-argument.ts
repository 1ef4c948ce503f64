import { excerptOf } from './text/excerpt.ts'
import { isRecord } from './is-record.ts'
import { ValidationError } from './validation-error.ts'

/** @throws ValidationError unless the argument is text that is not empty. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string' || value === '') refuse(value, name, 'text that is not empty')
}

/** @throws ValidationError unless the argument is text, which may be empty. */
export function requireString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') refuse(value, name, 'text')
}

/** @throws ValidationError unless the argument is an object, with objects under the names of its parts. */
export function requireObject(value: unknown, name: string, parts: readonly string[] = []): void {
  if (!isRecord(value)) refuse(value, name, 'an object')
  for (const part of parts) requireObject(value[part], `${name}.${part}`)
}

/** @throws ValidationError unless the argument is an object or left out. */
export function requireOptions(value: unknown, name = 'options'): void {
  if (value !== undefined) requireObject(value, name)
}

/** @throws ValidationError unless the argument is true, false or left out. */
export function requireFlag(value: unknown, name: string): asserts value is boolean | undefined {
  if (value !== undefined && typeof value !== 'boolean') refuse(value, name, 'true or false')
}

/** @throws ValidationError unless the argument is a list. */
export function requireList(value: unknown, name: string): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) refuse(value, name, 'a list')
}

/** @throws ValidationError unless the argument is iterable. */
export function requireIterable(value: unknown, name: string): void {
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value
  if (!isIterable) refuse(value, name, 'a list')
}

function refuse(value: unknown, name: string, what: string): never {
  const message = `must be ${what}, not ${shown(value)}`
  throw new ValidationError(`${name} ${message}`, [{ path: [name], message }], {
    hint: `Pass ${what} as ${name}.`,
  })
}

/** A short description of the value for a message. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : excerptOf(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value)
}
