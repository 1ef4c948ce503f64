import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentDefinition } from '../definition/definition.ts'

/** Names of variables in the user's settings of an agent, such as the key of a custom provider. */
export function namedVariables(
  { variableFiles = [] }: Pick<AgentDefinition, 'variableFiles'>,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const home = environment['HOME'] || homedir()
  return variableFiles.flatMap(({ folder, folderVariable, file, pattern }) => {
    const given = folderVariable === undefined ? undefined : environment[folderVariable]
    const text = contentOf(join(given || join(home, folder), file))
    return Array.from(text.matchAll(new RegExp(pattern, 'gu')), ([, name]) => name ?? '')
  })
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
