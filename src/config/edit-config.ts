import { existsSync, realpathSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../core/is-record.ts'
import { checkConfig } from './check-config.ts'
import { ConfigError } from './config-error.ts'
import { withKey, withoutKey } from './edit-text.ts'
import { plainJson } from './plain-json.ts'
import { type ConfigDocument, readConfig } from './read-config.ts'
import { writeConfigFile } from './write-config-file.ts'

export interface ConfigEdit {
  /** The user file; created if missing. */
  readonly path: string
  /** A dotted path, such as `agents.claude.model`. */
  readonly key: string
}

/**
 * Sets one key of the user file. Parses the text as JSON if the schema accepts the result, otherwise stores the text
 * itself. Keeps comments.
 * @throws CapstanError `CONFIG_INVALID` for an invalid key or value.
 */
export function setConfig({ path, key }: ConfigEdit, typed: string): void {
  const steps = stepsOf(key)
  const { text, config } = readForEdit(path)
  const withValue = (value: unknown): Record<string, unknown> => changed(config, steps, value)
  const after = asJson(typed, withValue) ?? checkConfig(withValue(typed), { name: key })
  write(path, { text: withKey(text, steps, valueAt(after, steps)), expected: after })
}

/** Removes one key of the user file. Returns whether the key was set. */
export function unsetConfig({ path, key }: ConfigEdit): boolean {
  const steps = stepsOf(key)
  const { text, config } = readForEdit(path)
  if (valueAt(config, steps) === undefined) return false
  const expected = changed(config, steps, undefined)
  const gone = steps.findIndex((_, index) => valueAt(expected, steps.slice(0, index + 1)) === undefined)
  write(path, { text: withoutKey(text, steps.slice(0, gone + 1)), expected })
  return true
}

/** The document with the parsed value; undefined if the text is not JSON or the schema rejects the value. */
function asJson(typed: string, withValue: (value: unknown) => unknown): unknown {
  try {
    return checkConfig(withValue(JSON.parse(typed)), { name: typed })
  } catch {
    return undefined
  }
}

function readForEdit(path: string): Pick<ConfigDocument, 'text' | 'config'> {
  return existsSync(path) ? readConfig(path, 'user') : { text: '{}\n', config: {} }
}

function write(path: string, { text, expected }: { text: string; expected: unknown }): void {
  // The rest of the file must keep its meaning.
  if (!isDeepStrictEqual(JSON.parse(plainJson(text)), expected)) {
    throw new ConfigError(`Capstan cannot edit ${path}`, {
      hint: `Edit ${path} by hand.`,
    })
  }
  // Keep a symbolic link: replace the file it points to.
  writeConfigFile(existsSync(path) ? realpathSync(path) : path, text)
}

function stepsOf(key: string): string[] {
  const steps = key.split('.')
  if (steps.every((step) => step !== '' && step !== '__proto__')) return steps
  throw new ConfigError(`${key} is not a key`, { hint: 'Give a key such as model or agents.claude.model.' })
}

function valueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value
  return isRecord(value) && Object.hasOwn(value, first) ? valueAt(value[first], rest) : undefined
}

/** A copy with the value at the path. `undefined` removes the key and the objects that become empty. */
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
