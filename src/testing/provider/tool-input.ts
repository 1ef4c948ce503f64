import { readPath } from './read-path.ts'
import { isNullable, sampleOf } from './script/sample.ts'
import type { ToolInput } from './script/script.ts'

/** The agents' names for the fields of the common tools. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'cmd', 'script'],
  path: ['path', 'file_path', 'filePath', 'absolute_path', 'target_file', 'filename'],
  content: ['content', 'contents', 'file_text'],
  oldText: ['oldText', 'old_string', 'oldString', 'old_str', 'old_text'],
  newText: ['newText', 'new_string', 'newString', 'new_str', 'new_text'],
  patch: ['patch', 'patchText', 'input'],
}

/** Whether a schema has each of these fields, under any of their names. */
export function hasPlaceFor(schema: unknown, fields: readonly string[]): boolean {
  const places = new Set(fieldNames(schema).map(commonName))
  return fields.every((field) => places.has(field))
}

/** Whether a schema takes a text and its replacement, once or as a list. */
export function takesReplacement(schema: unknown): boolean {
  const both = ['oldText', 'newText']
  return (
    hasPlaceFor(schema, both) || fieldNames(schema).some((name) => hasPlaceFor(itemsOf(schema, name), both))
  )
}

/** The input of a common tool, with the field names of the schema. */
export function fitted(schema: unknown, input: ToolInput): Record<string, unknown> {
  const filled = fieldNames(schema).flatMap((name) => {
    const field = readPath(schema, 'properties', name)
    const value = input[commonName(name)]
    if (value !== undefined) return [[name, isList(field) ? ['bash', '-c', value] : value]]
    const items = itemsOf(schema, name)
    return takesReplacement(items) ? [[name, [fitted(items, input)]]] : []
  })
  return completed(schema, Object.fromEntries(filled) as Record<string, unknown>)
}

/** Adds the other required fields of the schema: null if allowed, otherwise a sample. */
export function completed(schema: unknown, input: ToolInput): Record<string, unknown> {
  const required = readPath(schema, 'required')
  const missing = (Array.isArray(required) ? required.map(String) : []).filter((name) => !(name in input))
  const rest = missing.map((name) => {
    const field = readPath(schema, 'properties', name)
    return [name, isNullable(field) ? null : sampleOf(field)]
  })
  return { ...input, ...Object.fromEntries(rest) }
}

function fieldNames(schema: unknown): string[] {
  const properties = readPath(schema, 'properties')
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function itemsOf(schema: unknown, name: string): unknown {
  return readPath(schema, 'properties', name, 'items')
}

function commonName(name: string): string {
  return Object.entries(otherNames).find(([, names]) => names.includes(name))?.[0] ?? name
}

function isList(schema: unknown): boolean {
  return String(readPath(schema, 'type')).toLowerCase() === 'array'
}
