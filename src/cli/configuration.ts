import { configFiles } from '../core/files/config-files.ts'
import { configVariables } from '../core/files/config-variables.ts'
import type { CommandCall, Invocation } from './command.ts'

/** Adds the settings of files and variables to a command line. Loads nothing if there are none. */
export async function withConfiguration(
  path: readonly string[],
  call: CommandCall,
): Promise<Pick<Invocation, 'values' | 'arguments'>> {
  const { values } = call
  // `capstan config` must work with an invalid file, to repair it.
  if (path[0] === 'config' || values.has('no-config')) return call
  const folder = process.getBuiltinModule('node:path').resolve(workingFolder(values))
  const { hasUser, project } = configFiles({ folder })
  const isSet = Object.keys(configVariables).some((name) => process.env[name])
  if (!hasUser && project === undefined && !isSet) return call
  const { applyConfiguration } = await import('./commands/configuration/apply.ts')
  return await applyConfiguration(path.join(' '), { ...call, folder })
}

/** The working folder of the agents, which decides the project file. */
function workingFolder(values: Invocation['values']): string {
  return values.get('cwd')?.[0] ?? values.get('root')?.[0] ?? '.'
}
