import type { ImportedSettings } from '../../agents/definition/definition-home.ts'
import { HiddenKeys } from './hidden-keys.ts'
import { importSettings } from './import-settings.ts'

export interface SettingsImportsOptions {
  readonly settings: readonly ImportedSettings[]
  /** Whether API keys stay outside, because the proxy adds them to requests. */
  readonly hidesKeys: boolean
  /** The variables for commands that print keys. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** What a confined agent gets of the user's settings files, with one set of placeholders for all of its files. */
export class SettingsImports {
  readonly keys: HiddenKeys
  readonly #options: SettingsImportsOptions

  constructor(options: SettingsImportsOptions) {
    this.#options = options
    this.keys = new HiddenKeys(options.hidesKeys)
  }

  /** The text of a file by its name in the definition and its path; a file without a list is empty. */
  read = async (file: string, path: string): Promise<string> => {
    const { settings, environment } = this.#options
    const found = settings.find((one) => one.file === file)
    if (found === undefined) return '{}'
    const set = Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const { text } = await importSettings(found, {
      path,
      keys: this.keys,
      environment: Object.fromEntries(set),
    })
    return text ?? '{}'
  }
}
