import type { readSkill } from './skill.ts'

/** YAML is loaded when the first skill is read: it costs 40 ms. */
export async function loadSkillReader(): Promise<typeof readSkill> {
  return (await import('./skill.ts')).readSkill
}
