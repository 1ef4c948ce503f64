import { dirname, join, sep } from 'node:path'

// Importing it as a module loads its streams too.
const { realpathSync } = process.getBuiltinModule('node:fs')

/** A value after `name=`: the same words inside a prompt are only words. */
const setting = /^[\w.-]+=.*\{programFolder\}/s

/** Puts the folder that a program is installed in where a setting of a plan names it. */
export function fillProgramFolder(value: string, program: string): string {
  return setting.test(value) ? value.replaceAll('{programFolder}', programFolder(program)) : value
}

/** What npm installed lies with all it needs below one `node_modules`; another program lies in a folder of its own. */
export function programFolder(program: string): string {
  const folder = dirname(realpathSync(program))
  const parts = folder.split(sep)
  const modules = parts.indexOf('node_modules')
  return modules === -1 ? folder : join(sep, ...parts.slice(0, modules + 1))
}
