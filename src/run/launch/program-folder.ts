import { dirname, join, sep } from 'node:path'

// Importing it as a module loads its streams too.
const { realpathSync } = process.getBuiltinModule('node:fs')

/** Matches a value after `name=`, so that the same text inside a prompt stays. */
const setting = /^[\w.-]+=.*\{programFolder\}/s

/** Replaces the placeholder of a plan with the folder of the program. */
export function fillProgramFolder(value: string, program: string): string {
  return setting.test(value) ? value.replaceAll('{programFolder}', programFolder(program)) : value
}

/** A package of npm and its dependencies are below one `node_modules`; another program has its own folder. */
export function programFolder(program: string): string {
  const folder = dirname(realpathSync(program))
  const parts = folder.split(sep)
  const modules = parts.indexOf('node_modules')
  return modules === -1 ? folder : join(sep, ...parts.slice(0, modules + 1))
}
