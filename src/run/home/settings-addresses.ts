import { homedir } from 'node:os'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { HiddenKeys } from './hidden-keys.ts'
import { HomePlaces } from './home-places.ts'
import { importSettings } from './import-settings.ts'

/** Where the user's settings point an agent: addresses of providers, and variables that the agent sets for itself. */
export interface SettingsAddresses {
  readonly urls: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** Reads the settings that a confined agent would get. Settings that cannot be read have no addresses. */
export async function settingsAddresses(
  { home, auth }: AgentDefinition,
  environment: Readonly<Record<string, string>>,
): Promise<SettingsAddresses> {
  const at = environment['HOME'] || homedir()
  const places = new HomePlaces({ home: at, own: at, auth, environment, runFolders: [] })
  const keys = new HiddenKeys(false)
  const read = (home?.settings ?? []).map((settings) =>
    importSettings(settings, { path: places.seen(settings.file), keys, environment }).catch(() => undefined),
  )
  const found = (await Promise.all(read)).filter((one) => one !== undefined)
  return {
    urls: found.flatMap(({ urls }) => urls),
    variables: Object.assign({}, ...found.map(({ variables }) => variables)) as Record<string, string>,
  }
}
