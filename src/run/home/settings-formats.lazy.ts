import type { ImportedSettings } from '../../agents/definition/definition-home.ts'
import { isRecord } from '../../core/is-record.ts'

type Format = ImportedSettings['format']
type Settings = Record<string, unknown>

/** Reads settings; undefined if the text is no object in this format. Each library loads with its first file. */
export async function readSettings(text: string, format: Format): Promise<Settings | undefined> {
  const value = await parsed(text, format).catch(() => undefined)
  return isRecord(value) ? value : undefined
}

/** Writes settings in this format. */
export async function writeSettings(settings: Settings, format: Format): Promise<string> {
  if (format !== 'toml') return JSON.stringify(settings, null, 2)
  const { stringify } = await import('smol-toml')
  return stringify(settings)
}

async function parsed(text: string, format: Format): Promise<unknown> {
  if (format === 'toml') {
    const { parse } = await import('smol-toml')
    return parse(text)
  }
  if (format === 'yaml') {
    const { parseDocument } = await import('yaml')
    const document = parseDocument(text, { logLevel: 'silent' })
    return document.errors.length > 0 ? undefined : document.toJS()
  }
  if (format === 'env') {
    const { parseEnv } = await import('node:util')
    return { env: parseEnv(text) }
  }
  const { parse } = await import('jsonc-parser')
  const errors: unknown[] = []
  const value: unknown = parse(text, errors as never[], { allowTrailingComma: true })
  return errors.length > 0 ? undefined : value
}
