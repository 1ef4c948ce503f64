import type { AgentDefinition } from '../definition/definition.ts'
import type { ThinkingControl } from '../definition/definition-thinking.ts'
import { carry, type ThinkingParameter, type ThinkingPlace } from './thinking-carry.ts'
import { reaches, thinkingControlsOf } from './thinking-controls.ts'
import { levelBudgets, takesLevelsAsBudget } from './thinking-levels.ts'
import type { ThinkingModel } from './thinking-model.ts'
import { keepUnlessOffered, passThinking } from './thinking-pass.ts'
import type { LeftOutThinking, ThinkingPart, ThinkingTranslation } from './thinking-translation.ts'
import { transportsOf } from '../definition/transports.ts'

/** The thinking options of a request. */
export interface ThinkingRequest {
  effort?: string
  /** In tokens; 0 turns thinking off. */
  budget?: number
  /** Native parameters that override the translated ones. */
  override?: Readonly<Record<string, unknown>>
}

/** The shared translation of an empty request. */
const nothing: ThinkingTranslation = {
  native: {},
  arguments: [],
  environment: {},
  settings: [],
  sessionOptions: [],
  leftOut: [],
  warnings: [],
}

/**
 * Translates thinking options to native parameters of a transport. Pure. Parameters without effect are dropped and
 * listed in `leftOut`. A model with levels gets the level; a model with only budgets gets the level's budget, within its
 * range.
 */
export function translateThinking(
  definition: AgentDefinition,
  model: ThinkingModel | null,
  { transport, ...request }: ThinkingRequest & { transport: ThinkingControl['transport'] },
): ThinkingTranslation {
  const translation = translateOn({ definition, model, transport }, request)
  const other = transport === 'acp' ? 'cli' : 'acp'
  if (translation.leftOut.length === 0 || !transportsOf(definition).includes(other)) return translation
  const there = translateOn({ definition, model, transport: other }, request).leftOut
  const isLeftThere = (item: LeftOutThinking): boolean =>
    there.some(({ what, key }) => what === item.what && key === item.key)
  return {
    ...translation,
    leftOut: translation.leftOut.map((item) => {
      if (isLeftThere(item)) return item
      const { supported: _, ...rest } = item
      return { ...rest, transport: other, hint: `Use transport ${other}.` }
    }),
  }
}

/**
 * The transports that support the whole request, the preferred one first. Empty if nothing is requested or no
 * transport supports all of the request.
 */
export function thinkingTransports(
  definition: AgentDefinition,
  model: ThinkingModel | null,
  request: ThinkingRequest,
): ThinkingControl['transport'][] {
  if (isEmpty(request)) return []
  return transportsOf(definition).filter(
    (transport) => translateOn({ definition, model, transport }, request).leftOut.length === 0,
  )
}

function isEmpty({ effort, budget, override = {} }: ThinkingRequest): boolean {
  return effort === undefined && budget === undefined && Object.keys(override).length === 0
}

/** The transport that supports most of a request; the preferred one in a tie. */
export function bestThinkingTransport(
  definition: AgentDefinition,
  model: ThinkingModel | null,
  request: ThinkingRequest,
): ThinkingControl['transport'] | undefined {
  if (isEmpty(request)) return undefined
  const transports = transportsOf(definition)
  const lossOn = (transport: ThinkingControl['transport']): number =>
    translateOn({ definition, model, transport }, request).leftOut.reduce(
      (sum, { partly }) => sum + (partly ? 1 : 2),
      0,
    )
  return transports.toSorted((one, other) => lossOn(one) - lossOn(other))[0]
}

function translateOn(place: ThinkingPlace, request: ThinkingRequest): ThinkingTranslation {
  const { override = {} } = request
  const computed = parametersOf(place, request)
  const parameters: Computed[] = [
    ...computed.parameters.filter(({ name }) => !Object.hasOwn(override, name)),
    ...Object.entries(override).map(([name, value]): Computed => ({
      name,
      value,
      source: { what: 'override', key: name, requested: value },
    })),
  ]
  const carried = parameters.map((parameter) => carry(place, parameter))
  const parts = carried.flatMap(({ part }) => part ?? [])
  if (parameters.length === 0) parts.push(...defaultsOf(place))
  const leftOut = [
    ...computed.leftOut,
    ...parameters.flatMap(({ loss }) => loss ?? []),
    ...carried.flatMap((each) => each.leftOut ?? []),
  ]
  if (parameters.length + parts.length + leftOut.length === 0) return nothing
  return {
    native: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
    arguments: parts.flatMap((part) => part.arguments ?? []),
    environment: Object.assign({}, ...parts.map((part) => part.environment ?? {})) as Record<string, string>,
    settings: parts.flatMap((part) => part.settings ?? []),
    sessionOptions: parts.flatMap((part) => part.sessionOptions ?? []),
    leftOut,
    warnings: carried.flatMap(({ warning }) => warning ?? []),
  }
}

/** A translated parameter and the parts of the request that it drops. */
interface Computed extends ThinkingParameter {
  readonly loss?: LeftOutThinking
}

interface ComputedParameters {
  readonly parameters: readonly Computed[]
  readonly leftOut: readonly LeftOutThinking[]
}

/** Chooses between a budget and an effort: the budget if the model accepts it, otherwise the effort. */
function parametersOf(place: ThinkingPlace, { effort, budget }: ThinkingRequest): ComputedParameters {
  const leftOut: LeftOutThinking[] = []
  if (budget !== undefined && (effort === undefined || reachesBudget(place, budget))) {
    if (effort !== undefined) {
      const message = `The effort ${effort} is ignored: a budget of ${budget} tokens is also set`
      leftOut.push({ what: 'effort', requested: effort, message, hint: 'Set either an effort or a budget.' })
    }
    return budget === 0 ? offParameters(place, leftOut) : { parameters: [budgetParameter(budget)], leftOut }
  }
  if (effort === undefined) return { parameters: [], leftOut }
  if (budget !== undefined) {
    const message = `The budget of ${budget} tokens is ignored: the effort ${effort} is also set`
    leftOut.push({ what: 'budget', requested: budget, message, hint: 'Set either an effort or a budget.' })
  }
  return { parameters: [effortParameter(place, effort)], leftOut }
}

function budgetParameter(budget: number): Computed {
  return { name: 'budget_tokens', value: budget, source: { what: 'budget', requested: budget } }
}

function reachesBudget({ definition, model, transport }: ThinkingPlace, budget: number): boolean {
  if (budget === 0) return model?.off !== undefined
  return (
    model?.budgets !== undefined &&
    thinkingControlsOf(definition).some(
      (control) => control.sets === 'budget' && control.transport === transport && reaches(control, model),
    )
  )
}

function offParameters(
  { definition, model }: ThinkingPlace,
  leftOut: readonly LeftOutThinking[],
): ComputedParameters {
  const source = { what: 'budget', requested: 0 } as const
  const off = model?.off
  if (off?.by === 'budget') return { parameters: [budgetParameter(0)], leftOut }
  if (off !== undefined) {
    const [name, value] = off.by === 'level' ? ['effort', off.level] : ['thinking', 'disabled']
    return { parameters: [{ name, value, source }], leftOut }
  }
  return { parameters: [], leftOut: [...leftOut, { ...source, message: cannotSwitchOff(definition, model) }] }
}

/** The message for a budget of 0 without effect. */
export function cannotSwitchOff({ id }: AgentDefinition, model: ThinkingModel | null): string {
  return model === null
    ? `Thinking cannot be turned off on agent '${id}' without a model`
    : `Thinking cannot be turned off for model '${model.id}' on agent '${id}'`
}

/** A level, or its budget within the model's range. */
function effortParameter({ definition, model, transport }: ThinkingPlace, effort: string): Computed {
  const source = { what: 'effort', requested: effort } as const
  const controls = thinkingControlsOf(definition)
  const here = controls.filter((control) => control.transport === transport)
  const meant = levelBudgets.get(effort)
  if (model?.budgets === undefined || meant === undefined || !takesLevelsAsBudget(controls, model)) {
    return { name: 'effort', value: effort, source }
  }
  if (!takesLevelsAsBudget(here, model)) return { name: 'effort', value: effort, source }
  const [least, most] = model.budgets
  const given = Math.min(Math.max(meant, least), most)
  const parameter = { name: 'budget_tokens', value: given, source }
  if (given === meant || meant === Infinity) return parameter
  const message = `The effort ${effort} means ${meant} tokens, but ${model.id} gets ${given}`
  const hint = `Use a budget of ${least} to ${most} tokens for ${model.id}.`
  return { ...parameter, loss: { ...source, partly: true, message, hint, supported: model.budgets } }
}

/** The value to send without a request, where the agent's own default would surprise. */
function defaultsOf({ definition, model, transport }: ThinkingPlace): ThinkingPart[] {
  const control = thinkingControlsOf(definition).find(
    (each) => each.transport === transport && each.whenUnset !== undefined,
  )
  return control?.whenUnset === undefined
    ? []
    : [keepUnlessOffered(passThinking(control, control.whenUnset, model))]
}
