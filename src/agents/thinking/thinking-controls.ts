import { matchesAny } from '../../models/match-id.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ThinkingControl } from '../definition/definition-thinking.ts'
import type { ThinkingModel } from './thinking-model.ts'

/** The default for ACP agents: the protocol's category of session options for effort. */
const acpDefault: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    assumed: true,
    basis: 'docs',
    note: 'as defined by ACP',
  },
]

/** The thinking controls of an agent's definition, or the ACP default if the definition has none. */
export function thinkingControlsOf({
  thinking = [],
  acp,
}: Pick<AgentDefinition, 'thinking' | 'acp'>): readonly ThinkingControl[] {
  return thinking.length === 0 && acp !== undefined ? acpDefault : thinking
}

/** Whether a control works for the model; without a model, whether it works for all models. */
export function reaches({ models, by }: ThinkingControl, model: ThinkingModel | null): boolean {
  if (model === null) return models === undefined && !namesModel(by)
  return models === undefined || matchesAny(models, model.id)
}

function namesModel(by: ThinkingControl['by']): boolean {
  return by.kind === 'settings' && JSON.stringify(by.content).includes('{model}')
}

/** The level that reaches the provider, if the agent is known to change the given level. */
export function changedLevel(
  { changed = [] }: ThinkingControl,
  level: string,
  model: ThinkingModel | null,
): string | undefined {
  const entry = changed.find(
    ({ models }) => models === undefined || (model !== null && matchesAny(models, model.id)),
  )
  const arrives = entry !== undefined && Object.hasOwn(entry.levels, level) ? entry.levels[level] : undefined
  return arrives === level ? undefined : arrives
}
