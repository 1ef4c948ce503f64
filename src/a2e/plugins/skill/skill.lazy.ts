import type { readSkill } from './skill.ts'

/** Loads the YAML parser with the first skill: it takes 40 ms. */
export async function loadSkillReader(): Promise<typeof readSkill> {
  return (await import('./skill.ts')).readSkill
}
