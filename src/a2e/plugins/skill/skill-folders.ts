import { basename, posix } from 'node:path'
import { CapstanError } from '../../../core/capstan-error.ts'
import { RootFiles } from '../root/root-files.ts'
import { loadSkillReader } from './skill.lazy.ts'
import type { Skill } from './skill.ts'

/** A skill with its folder. */
export interface FoundSkill extends Skill {
  readonly files: RootFiles
  /** The skill's folder, relative to the folder of skills. */
  readonly folder: string
}

const mostFiles = 200

/**
 * The skills in the given folders, each in a subfolder with a `SKILL.md`. Read again on every call, so that skills can
 * change while the host runs. The first skill of a name wins.
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

/** The files of a skill besides `SKILL.md`, relative to its folder. */
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

/** Ignores a missing folder and a folder without a skill. */
function nothingThere(error: unknown): [] {
  if (CapstanError.isInstance(error) || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}
