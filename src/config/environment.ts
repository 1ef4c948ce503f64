import { configVariables } from '../core/files/config-variables.ts'
import { checkConfig } from './check-config.ts'
import { type Setting, settingsOf } from './settings.ts'

/** What variables set, as a file would. @throws ConfigError that names the variable. */
export function environmentSettings(environment: Readonly<Record<string, string | undefined>>): Setting[] {
  return Object.entries(configVariables).flatMap(([name, { key, isNumber }]) => {
    const typed = environment[name]
    if (typed === undefined || typed === '') return []
    const value = isNumber && /^\d*\.?\d+$/.test(typed) ? Number(typed) : typed
    return settingsOf(checkConfig({ [key]: value }, { name }), { source: 'environment', from: name })
  })
}
