import { matchesAny } from '../../models/match-id.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ThinkingControl } from '../definition/definition-thinking.ts'
import type { ThinkingModel } from './thinking-model.ts'

/** How effort reaches an agent whose definition does not say: ACP has a category of session options for it. */
const acpDefault: readonly ThinkingControl[] = [
  {
    sets: 'effort',
    transport: 'acp',
    by: { kind: 'session-option', category: 'thought_level' },
    assumed: true,
    basis: 'docs',
    note: 'as the protocol has it',
  },
]

/** Every way to set an agent's thinking: those of its definition, or the protocol's where it declares none. */
export function thinkingControlsOf({
  thinking = [],
  acp,
}: Pick<AgentDefinition, 'thinking' | 'acp'>): readonly ThinkingControl[] {
  return thinking.length === 0 && acp !== undefined ? acpDefault : thinking
}

/** Whether a control has an effect for a model; without a model, whether it has one for all. */
export function reaches({ models, by }: ThinkingControl, model: ThinkingModel | null): boolean {
  if (model === null) return models === undefined && !namesModel(by)
  return models === undefined || matchesAny(models, model.id)
}

function namesModel(by: ThinkingControl['by']): boolean {
  return by.kind === 'settings' && JSON.stringify(by.content).includes('{model}')
}

/** The level that arrives at the provider, where the program is known to change the given one. */
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
