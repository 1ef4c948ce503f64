import { resolve } from 'node:path'
import { createId } from '../../../core/ids.ts'
import { A2EError } from '../../a2e-error.ts'
import type { Experience, Feedback } from '../../messages/message-fields.ts'
import { definePlugin, type Plugin } from '../../plugin.ts'
import { openDatabase } from '../database.ts'
import { LearningStore } from './learning-store.ts'

export interface LearningPluginOptions {
  /** The file to store records in, absolute or relative to the host's root; without it they are lost when the host closes. */
  file?: string
  /** The maximum number of feedbacks and of experiences; 100,000 each if omitted. */
  maxRecords?: number
  priority?: number
}

/** The component of feedback and experiences that name none. */
const unnamed = 'unknown'

const unsupportedTypes = [
  'learn/adapt/req',
  'learn/refinement/plan/req',
  'learn/refinement/apply/req',
  'learn/refinement/rollback/req',
  'learn/refinement/review/req',
  'learn/refinement/history/req',
] as const

/** A plugin that stores feedback and experiences and reports statistics. It does not adapt anything. */
export function learningPlugin(options: LearningPluginOptions = {}): Plugin {
  const { file, maxRecords = 100_000, priority = 0 } = options
  let opened: LearningStore | undefined
  const store = (): LearningStore => {
    if (opened === undefined) throw new A2EError('runtime_error', 'The learning plugin is not loaded')
    return opened
  }
  return definePlugin({
    name: 'learning',
    type: 'learning',
    priority,
    load: ({ root }) => {
      opened = new LearningStore(openDatabase(file === undefined ? undefined : resolve(root, file)))
    },
    unload: () => {
      opened?.close()
      opened = undefined
    },
    messages: {
      'learn/feedback/req': ({ feedbacks }, { session: { agentId: agent }, clock }) => {
        const all = feedbacks.map((feedback, index) => {
          requireCorrection(feedback, index)
          const component = feedback.rated_turn?.model ?? unnamed
          return { id: feedback.feedback_id ?? createId('feedback'), component, feedback }
        })
        store().addFeedback(all, { agent, at: clock.now() / 1000, limit: maxRecords })
        const [only, ...others] = new Set(all.map(({ component }) => component))
        const isOne = only !== undefined && others.length === 0
        return {
          recorded: all.length,
          new_score: isOne ? (store().stats(only)[0]?.avg_score ?? null) : null,
        }
      },
      'learn/experience/req': ({ experiences }, { session: { agentId: agent }, clock }) => {
        const all = experiences.map((experience) => ({
          id: experience.experience_id ?? createId('experience'),
          component: componentOf(experience),
          experience,
        }))
        store().addExperiences(all, { agent, at: clock.now() / 1000, limit: maxRecords })
        return { stored: all.length }
      },
      'learn/stats/req': ({ component_name }) => ({ components: store().stats(component_name) }),
      ...Object.fromEntries(unsupportedTypes.map((type) => [type, () => refuse(type)])),
    },
  })
}

function componentOf({ action = {} }: Experience): string {
  const name = action['component_name'] ?? action['tool_name'] ?? action['skill_name']
  return typeof name === 'string' && name !== '' ? name : unnamed
}

function requireCorrection({ polarity, correction = '' }: Feedback, index: number): void {
  if (polarity !== 'corrective' || correction !== '') return
  const path = ['feedbacks', index, 'correction']
  const message = 'must not be empty when the polarity is corrective'
  throw new A2EError('schema_violation', `${path.join('.')} ${message}`, {
    detail: { issues: [{ path, message }] },
    capabilityName: 'learning',
  })
}

function refuse(type: string): never {
  throw new A2EError('runtime_error', 'This host stores feedback but does not adapt to it', {
    detail: {
      type,
      reason: 'not_supported',
      supported: ['learn/feedback/req', 'learn/experience/req', 'learn/stats/req'],
    },
    capabilityName: 'learning',
  })
}
