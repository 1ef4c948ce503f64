import type { AgentDefinition } from '../definition/definition.ts'
import type { ThinkingControl } from '../definition/definition-thinking.ts'
import { reaches, thinkingControlsOf } from './thinking-controls.ts'
import type { ThinkingModel } from './thinking-model.ts'

/** The budget of each level for models without levels; `max` is the model's largest budget. */
export const levelBudgets: ReadonlyMap<string, number> = new Map([
  ['low', 1024],
  ['medium', 8192],
  ['high', 32_768],
  ['max', Infinity],
])

/** Whether the agent needs a budget instead of a level for this model. */
export function takesLevelsAsBudget(
  controls: readonly ThinkingControl[],
  model: ThinkingModel | null,
): boolean {
  if (model === null || (model.efforts ?? []).length > 0 || model.budgets === undefined) return false
  return controls.some((control) => control.sets === 'budget' && reaches(control, model))
}

/** The levels of a model on one transport; undefined if unknown, empty if there are none. */
export function levelsOn(
  definition: AgentDefinition,
  model: ThinkingModel | null,
  transport: ThinkingControl['transport'],
): readonly string[] | undefined {
  const controls = thinkingControlsOf(definition)
  const here = controls.filter((control) => control.transport === transport)
  if (takesLevelsAsBudget(controls, model)) {
    const carries = here.some((control) => control.sets === 'budget' && reaches(control, model))
    return carries ? [...levelBudgets.keys()] : []
  }
  const control = here.find(({ sets }) => sets === 'effort')
  if (control === undefined) return []
  const { levels } = control
  const efforts = model?.efforts
  if (efforts === undefined || levels === undefined) return efforts ?? levels
  return efforts.filter((level) => levels.includes(level))
}

/**
 * The levels of a model on any transport of the agent; undefined if unknown. Without a model, the levels of all
 * models of the agent.
 */
export function levelsOf(
  definition: AgentDefinition,
  model: ThinkingModel | null,
): readonly string[] | undefined {
  const each = (['acp', 'cli'] as const).map((transport) => levelsOn(definition, model, transport))
  if (each.includes(undefined)) return undefined
  const asBudget =
    model === null && thinkingControlsOf(definition).some(({ sets }) => sets === 'budget')
      ? levelBudgets.keys()
      : []
  return [...new Set([...each.flatMap((levels) => levels ?? []), ...asBudget])]
}

const order = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra']

/** Levels as text: `off, low to xhigh` for three or more in a row. */
export function levelsText(levels: readonly string[]): string {
  const runs: string[][] = []
  for (const level of levels) {
    const run = runs.at(-1)
    const place = order.indexOf(level)
    if (place > 0 && run?.at(-1) === order[place - 1]) run?.push(level)
    else runs.push([level])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ')
}
