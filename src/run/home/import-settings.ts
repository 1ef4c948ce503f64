import type { ImportedSettings } from '../../agents/definition/definition-home.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { filePromises } from '../../core/file-promises.ts'
import { isRecord } from '../../core/is-record.ts'
import { mergeJson } from '../../core/merge-json.ts'
import type { HiddenKeys } from './hidden-keys.ts'
import { keyFromCommand } from './key-from-command.ts'
import { fieldAt, pickFields, withField } from './pick-fields.ts'
import { readSettings, writeSettings } from './settings-formats.lazy.ts'

/** What an agent gets of one settings file. */
export interface Imported {
  /** The text of its own file; undefined if it needs none. */
  readonly text: string | undefined
  /** Variables that the settings set for the agent. */
  readonly variables: Readonly<Record<string, string>>
  /** Addresses in the imported fields. */
  readonly urls: readonly string[]
}

const address = /https?:\/\/[^\s"'\\]+/g

/**
 * Reads the fields that a definition names from the user's file.
 * @throws CapstanError if the file cannot be read: its provider and login would be lost silently.
 */
export async function importSettings(
  { format, fields, variables, keyCommands = [], set = {} }: ImportedSettings,
  {
    path,
    keys,
    environment,
  }: { path: string; keys: HiddenKeys; environment: Readonly<Record<string, string>> },
): Promise<Imported> {
  const text = await filePromises().readFile(path, 'utf8').catch(missing)
  const whole = text === undefined || text.trim() === '' ? {} : await readSettings(text, format)
  if (whole === undefined) throw unreadable(path, format)
  let picked = pickFields(whole, fields)
  const given = variables === undefined ? {} : textValues(fieldAt(picked, variables))
  if (variables !== undefined) delete picked[variables]
  for (const field of keyCommands) {
    const command = fieldAt(picked, field)
    if (typeof command !== 'string') continue
    const placeholder = keys.computed(keyFromCommand(command, environment))
    if (placeholder !== undefined) picked = withField(picked, field, `echo ${placeholder}`)
  }
  const own = mergeJson(keys.inSettings(picked), set) as Record<string, unknown>
  return {
    text: Object.keys(own).length === 0 ? undefined : await writeSettings(own, format),
    variables: given,
    urls: JSON.stringify(picked).match(address) ?? [],
  }
}

function missing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  throw error
}

function textValues(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
        ? [[name, String(one)]]
        : [],
    ),
  )
}

function unreadable(path: string, format: string): CapstanError {
  return new CapstanError(
    'AGENT_NOT_STARTED',
    `The settings in ${path} are not valid ${format.toUpperCase()}`,
    {
      hint: 'Fix the file: the agent reads it too.',
    },
  )
}
