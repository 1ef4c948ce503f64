import { configFiles } from '../core/files/config-files.ts'
import { configVariables } from '../core/files/config-variables.ts'
import type { CommandCall, Invocation } from './command.ts'

/** What a command line becomes with what files and variables set. Without any, nothing is loaded. */
export async function withConfiguration(
  path: readonly string[],
  call: CommandCall,
): Promise<Pick<Invocation, 'values' | 'arguments'>> {
  const { values } = call
  // These commands are how a file that is wrong is looked at and mended.
  if (path[0] === 'config' || values.has('no-config')) return call
  const folder = process.getBuiltinModule('node:path').resolve(workingFolder(values))
  const { hasUser, project } = configFiles({ folder })
  const isSet = Object.keys(configVariables).some((name) => process.env[name])
  if (!hasUser && project === undefined && !isSet) return call
  const { applyConfiguration } = await import('./commands/configuration/apply.ts')
  return await applyConfiguration(path.join(' '), { ...call, folder })
}

/** Where the agents of a command work: the project file is that of this folder. */
function workingFolder(values: Invocation['values']): string {
  return values.get('cwd')?.[0] ?? values.get('root')?.[0] ?? '.'
}
