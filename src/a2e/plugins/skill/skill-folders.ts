import { basename, posix } from 'node:path'
import { CapstanError } from '../../../core/capstan-error.ts'
import { RootFiles } from '../root/root-files.ts'
import { loadSkillReader } from './skill.lazy.ts'
import type { Skill } from './skill.ts'

/** A skill with the folder it lies in. */
export interface FoundSkill extends Skill {
  readonly files: RootFiles
  /** Its folder, relative to the folder of skills. */
  readonly folder: string
}

const mostFiles = 200

/**
 * The skills of some folders, each of which holds a folder with a `SKILL.md` for every skill. They are read anew every
 * time, so that a skill can be changed while the host runs. Of two with one name the first is taken.
 */
export async function findSkills(folders: readonly string[]): Promise<Map<string, FoundSkill>> {
  const skills = new Map<string, FoundSkill>()
  const readSkill = await loadSkillReader()
  for (const root of folders) {
    const files = new RootFiles(root)
    for (const { name: folder, kind } of await files.list('.').catch(nothingThere)) {
      if (kind !== 'folder') continue
      const path = posix.join(basename(root), folder, 'SKILL.md')
      const text = await files.read(posix.join(folder, 'SKILL.md')).catch(nothingThere)
      const skill = typeof text === 'string' ? readSkill(text, { folder, path }) : undefined
      if (skill === undefined || skills.has(skill.definition.name)) continue
      skills.set(skill.definition.name, { ...skill, files, folder })
    }
  }
  return skills
}

/** The files that belong to a skill besides its text, relative to its folder. */
export async function skillFiles({ files, folder }: FoundSkill): Promise<string[]> {
  const found: string[] = []
  const folders = ['.']
  for (let here = folders.pop(); here !== undefined; here = folders.pop()) {
    for (const { name, kind } of await files.list(posix.join(folder, here))) {
      const path = posix.join(here, name)
      if (kind === 'folder') folders.push(path)
      if (kind === 'file' && path !== 'SKILL.md') found.push(path)
      if (found.length === mostFiles) return found.toSorted()
    }
  }
  return found.toSorted()
}

/** A folder that is not there yet, or holds no skill, is no reason to fail. */
function nothingThere(error: unknown): [] {
  if (CapstanError.isInstance(error) || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
