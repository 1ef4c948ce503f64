import { existsSync, realpathSync } from 'node:fs'
import { isRecord } from '../core/is-record.ts'
import { checkConfig } from './check-config.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { hasComments } from './plain-json.ts'
import { readConfig } from './read-config.ts'
import { writeConfigFile } from './write-config-file.ts'

export interface ConfigEdit {
  /** The user's file; it is made if it is not there. */
  readonly path: string
  /** The key, with dots between its parts. */
  readonly key: string
}

/**
 * Sets one key of the user's file: to the JSON that the text is, where the key takes that, else to the text.
 * @throws CapstanError `CONFIG_INVALID` for a key or a value that is wrong, and for a file with comments.
 */
export function setConfig({ path, key }: ConfigEdit, typed: string): void {
  const steps = stepsOf(key)
  const before = readForEdit(path)
  const withValue = (value: unknown): Record<string, unknown> => changed(before, steps, value)
  write(path, asJson(typed, withValue) ?? checkConfig(withValue(typed), { name: key }))
}

/** Removes one key of the user's file, and says whether it was there. */
export function unsetConfig({ path, key }: ConfigEdit): boolean {
  const steps = stepsOf(key)
  const before = readForEdit(path)
  if (!isSet(before, steps)) return false
  write(path, changed(before, steps, undefined))
  return true
}

/** The document with the typed JSON in it, where that fits. */
function asJson(typed: string, withValue: (value: unknown) => unknown): unknown {
  try {
    return checkConfig(withValue(JSON.parse(typed)), { name: typed })
  } catch {
    return undefined
  }
}

function readForEdit(path: string): Config {
  if (!existsSync(path)) return {}
  const { text, config } = readConfig(path, 'user')
  if (!hasComments(text)) return config
  throw new ConfigError(`${path} has comments, which Capstan would remove`, { hint: `Edit ${path} by hand.` })
}

function write(path: string, document: unknown): void {
  // A link stays a link: the file behind it is replaced.
  const file = existsSync(path) ? realpathSync(path) : path
  writeConfigFile(file, `${JSON.stringify(document, undefined, 2)}\n`)
}

function stepsOf(key: string): string[] {
  const steps = key.split('.')
  if (steps.every((step) => step !== '' && step !== '__proto__')) return steps
  throw new ConfigError(`${key} is not a key`, { hint: 'Give a key such as model or agents.claude.model.' })
}

function isSet(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  return isRecord(value) && Object.hasOwn(value, first) && isSet(value[first], rest)
}

/** A copy with another value at the end of the steps; undefined removes it, and what is empty then. */
function changed(
  before: unknown,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [first]: inner, ...others } = isRecord(before) ? before : {}
  const after = rest.length === 0 ? value : changed(inner, rest, value)
  const isGone =
    after === undefined || (value === undefined && isRecord(after) && Object.keys(after).length === 0)
  return isGone ? others : { ...others, [first]: after }
}
