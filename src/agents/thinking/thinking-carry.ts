import type { AgentDefinition } from '../definition/definition.ts'
import type { ThinkingControl } from '../definition/definition-thinking.ts'
import { changedLevel, reaches, thinkingControlsOf } from './thinking-controls.ts'
import { levelsOn, levelsText, takesLevelsAsBudget } from './thinking-levels.ts'
import type { ThinkingModel } from './thinking-model.ts'
import { passThinking } from './thinking-pass.ts'
import type { LeftOutThinking, ThinkingPart } from './thinking-translation.ts'

/** The agent, model and transport of a parameter. */
export interface ThinkingPlace {
  readonly definition: AgentDefinition
  readonly model: ThinkingModel | null
  readonly transport: ThinkingControl['transport']
}

/** A native parameter and the option it came from. */
export interface ThinkingParameter {
  readonly name: string
  readonly value: unknown
  readonly source: Pick<LeftOutThinking, 'what' | 'key' | 'requested'>
}

export interface Carried {
  readonly part?: ThinkingPart
  readonly leftOut?: LeftOutThinking
  readonly warning?: string
}

const transportText = { acp: 'over ACP', cli: 'on its command line' } as const

const setBy: ReadonlyMap<string, ThinkingControl['sets']> = new Map([
  ['effort', 'effort'],
  ['budget_tokens', 'budget'],
  ['thinking', 'off'],
])

/** Passes a parameter to the agent on a transport, or explains why the agent cannot get it. */
export function carry(place: ThinkingPlace, parameter: ThinkingParameter): Carried {
  const { name, value } = parameter
  const sets = setBy.get(name)
  const control = thinkingControlsOf(place.definition).find(
    (each) => each.transport === place.transport && each.sets === sets && reaches(each, place.model),
  )
  if (control === undefined) return noWay(place, parameter, sets)
  if (sets === 'effort' && typeof value === 'string') return carryEffort(place, parameter, control)
  if (sets === 'budget' && typeof value === 'number') return carryBudget(place, parameter, control)
  if (sets === 'off' && value === 'disabled') return { part: passThinking(control, value, place.model) }
  return noWay(place, parameter, sets)
}

function carryEffort(place: ThinkingPlace, parameter: ThinkingParameter, control: ThinkingControl): Carried {
  const { definition, model, transport } = place
  const level = String(parameter.value)
  const isEscape = parameter.source.what === 'override' && control.otherLevels === 'sent'
  const levels = takesLevelsAsBudget(thinkingControlsOf(definition), model)
    ? []
    : levelsOn(definition, model, transport)
  if (levels !== undefined && !levels.includes(level) && !isEscape) {
    const { message, hint } = levelRefusal(place, { level, levels })
    return {
      leftOut: { ...parameter.source, message: `${message}: ignored`, hint, supported: levels },
    }
  }
  const part = passThinking(control, level, model)
  const arrives = changedLevel(control, level, model)
  if (arrives !== undefined) {
    return { part, warning: `${definition.id} sends the effort ${level} to the provider as ${arrives}` }
  }
  if (levels === undefined && control.otherLevels === 'ignored') {
    const whom = model === null ? 'its model' : model.id
    return {
      part,
      warning: `The levels of ${whom} are not known: ${definition.id} ignores the effort ${level} if ${whom} does not support it`,
    }
  }
  return { part }
}

function carryBudget(
  { definition, model }: ThinkingPlace,
  { value, source }: ThinkingParameter,
  control: ThinkingControl,
): Carried {
  const tokens = Number(value)
  const part = passThinking(control, tokens, model)
  if (model === null) return { part }
  const { budgets, off, id } = model
  if (budgets === undefined) {
    return {
      leftOut: { ...source, message: `${definition.id} accepts no thinking budget for ${id}: ignored` },
    }
  }
  const [least, most] = budgets
  if ((tokens >= least && tokens <= most) || (tokens === 0 && off?.by === 'budget')) return { part }
  return {
    part,
    leftOut: {
      ...source,
      partly: true,
      message: `A budget of ${tokens} tokens is outside the range of ${id} with ${definition.id}`,
      hint: `Use ${least} to ${most} tokens for ${id}.`,
      supported: budgets,
    },
  }
}

/** Message and hint for a level that the agent does not accept. */
export function levelRefusal(
  { definition, model, transport }: ThinkingPlace,
  { level, levels }: { level: string; levels: readonly string[] },
): { message: string; hint: string } {
  const whom = model === null ? definition.id : model.id
  const control = thinkingControlsOf(definition).find(
    (each) => each.sets === 'effort' && each.transport === transport,
  )
  const arrives = control && changedLevel(control, level, model)
  const advice =
    levels.length === 0
      ? `Leave the effort unset: ${whom} accepts no level`
      : `Use ${levelsText(levels)} for ${whom}`
  const change = arrives === undefined ? '' : `; ${definition.id} would send ${level} as ${arrives}`
  return {
    message: `${definition.id} does not accept the effort ${level} ${transportText[transport]}${model === null ? '' : ` for ${model.id}`}`,
    hint: `${advice}${change}.`,
  }
}

function noWay(
  { definition, model, transport }: ThinkingPlace,
  { source }: ThinkingParameter,
  sets: ThinkingControl['sets'] | undefined,
): Carried {
  const needsModel = model === null && thinkingControlsOf(definition).some((control) => control.sets === sets)
  const subject = {
    effort: `The effort ${String(source.requested)}`,
    budget: `The budget of ${String(source.requested)} tokens`,
    override: `${source.key} of thinkingOverride`,
  }[source.what]
  return {
    leftOut: {
      ...source,
      message: `${subject} cannot be passed to ${definition.id} ${needsModel ? 'without a model' : transportText[transport]}: ignored`,
      ...(needsModel ? { hint: 'Set a model.' } : {}),
    },
  }
}
