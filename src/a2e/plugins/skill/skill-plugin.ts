import { resolve } from 'node:path'
import type { SkillResult } from '../../messages/message-fields.ts'
import { A2EError } from '../../a2e-error.ts'
import { definePlugin, type Plugin } from '../../plugin.ts'
import { requireFit } from '../tools/call-tool.ts'
import { fillArguments } from './fill-arguments.ts'
import { findSkills, skillFiles, type FoundSkill } from './skill-folders.ts'

export interface SkillPluginOptions {
  /** The folders with skills, absolute or relative to the host's root; `skills` if omitted. */
  folders?: readonly string[]
  priority?: number
}

/** A plugin with the skills in the given folders. A call returns the text of the skill, which the agent follows. */
export function skillPlugin({ folders = ['skills'], priority = 0 }: SkillPluginOptions = {}): Plugin {
  const find = (root: string): Promise<Map<string, FoundSkill>> =>
    findSkills(folders.map((folder) => resolve(root, folder)))
  return definePlugin({
    name: 'skill',
    type: 'skill',
    priority,
    messages: {
      'skill/discover/req': async ({ filter_tags, filter_categories }, { root }) => {
        const all = Array.from((await find(root)).values(), ({ definition }) => definition)
        const matches = ({ tags, category }: (typeof all)[number]): boolean =>
          (filter_tags.length === 0 || filter_tags.some((tag) => tags?.includes(tag))) &&
          (filter_categories.length === 0 || filter_categories.includes(category ?? ''))
        return { skills: all.filter(matches) }
      },
      'skill/call/req': async ({ name, arguments: input }, { root, clock }) => {
        const start = clock.now()
        const skill = (await find(root)).get(name)
        if (skill === undefined) throw unknownSkill(name)
        const { definition } = skill
        if (definition.status === 'Blocked' || definition.status === 'Archived')
          throw statusError(name, definition.status)
        await requireFit(definition.input_schema ?? {}, input, `The arguments of ${name}`)
        const data: SkillResult = {
          success: true,
          data: { instructions: fillArguments(skill.body, input), files: await skillFiles(skill) },
          duration_ms: Math.max(0, Math.round(clock.now() - start)),
          events: [],
        }
        return { name, data, error: null, created_at: clock.now() / 1000 }
      },
    },
  })
}

function statusError(name: string, status: string): A2EError {
  return new A2EError('skill_error', `The skill ${name} is ${status.toLowerCase()}`, {
    detail: { name, status },
    capabilityName: 'skill',
  })
}

function unknownSkill(name: string): A2EError {
  return new A2EError('unknown_skill', `There is no skill ${name}`, {
    detail: { name },
    capabilityName: 'skill',
  })
}
