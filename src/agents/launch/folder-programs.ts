import { dirname, join, relative } from 'node:path'
import type { AgentDefinition } from '../definition/definition.ts'
import type { HeldPolicy } from '../definition/definition-policies.ts'

const { existsSync, readFileSync, statSync } = process.getBuiltinModule('node:fs')

/** The files and folders from which the agent starts programs without asking, relative to the working folder. */
export function folderPrograms(
  { folderPrograms: known = [] }: AgentDefinition,
  { cwd, transport, policy }: { cwd: string; transport: 'acp' | 'cli'; policy: HeldPolicy },
): string[] {
  if (policy === 'allow') return []
  return known
    .filter((one) => one.transport === undefined || one.transport === transport)
    .filter(({ policies }) => policies === undefined || policies.includes(policy))
    .flatMap(({ path, parents, pattern }) =>
      (parents ? withParents(cwd) : [cwd])
        .map((folder) => join(folder, path))
        .filter((place) => isThere(place, pattern))
        .map((place) => relative(cwd, place)),
    )
}

function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}

/** A file that cannot be read counts: the agent may be able to read it. */
function isThere(path: string, pattern: string | undefined): boolean {
  if (!existsSync(path)) return false
  try {
    return (
      pattern === undefined ||
      statSync(path).isDirectory() ||
      new RegExp(pattern, 'u').test(readFileSync(path, 'utf8'))
    )
  } catch {
    return true
  }
}
