import { isRecord } from '../../core/is-record.ts'
import type { Mode } from './chat-features.ts'
import type { ChatSettings } from './chat-settings.ts'
import { labelOf, type ListedModel } from './model-choices.ts'

/** The settings that a session has. */
export type SessionSettings = Partial<Pick<ChatSettings, 'model' | 'effort' | 'mode'>>

/** The values of a picker. */
export interface Choice {
  /** The picked value, otherwise the session's value, otherwise the default; empty if none is known. */
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  /** Label of the empty option, which exists only while no value is known. */
  readonly emptyLabel?: string
}

/** Categories of session options, by setting. */
const categories = { model: 'model', effort: 'thought-level', mode: 'mode' } as const

/** The settings of the session in the shared state of a thread. */
export function settingsIn(state: unknown): SessionSettings {
  const session = isRecord(state) && isRecord(state['session']) ? state['session'] : {}
  const options: unknown[] = Array.isArray(session['config']) ? session['config'] : []
  const names = Object.keys(categories) as (keyof SessionSettings)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const option = options.find((one) => isRecord(one) && one['category'] === categories[name])
      const value = session[name] ?? (isRecord(option) ? option['currentValue'] : undefined)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

/** The models to choose from; undefined if there is nothing to choose. */
export function modelChoice(
  models: readonly ListedModel[],
  { picked, actual }: { picked: string; actual: string | undefined },
): Choice | undefined {
  if (models.length === 0) return undefined
  const standard = models.find(({ isDefault }) => isDefault)
  const listed = models.map(
    (model) => [model.modelId, model === standard ? `${labelOf(model)} (default)` : labelOf(model)] as const,
  )
  return choiceOf(listed, picked || actual || standard?.modelId)
}

/** The efforts of a model to choose from. */
export function effortChoice(
  model: ListedModel | undefined,
  { picked, actual }: { picked: string; actual: string | undefined },
): Choice | undefined {
  const { efforts = [], defaultEffort } = model ?? {}
  if (efforts.length === 0) return undefined
  const listed = efforts.map(
    (effort) => [effort, effort === defaultEffort ? `${effort} (default)` : effort] as const,
  )
  return choiceOf(listed, picked || actual || defaultEffort)
}

/** The modes to choose from. */
export function modeChoice(
  modes: readonly Mode[],
  { picked, actual }: { picked: string; actual: string | undefined },
): Choice | undefined {
  if (modes.length === 0) return undefined
  return choiceOf(
    modes.map(({ id, name }) => [id, name] as const),
    picked || actual,
  )
}

/** The model whose efforts apply. */
export function modelOf(models: readonly ListedModel[], choice: Choice | undefined): ListedModel | undefined {
  return models.find(({ modelId }) => modelId === choice?.value) ?? models.find(({ isDefault }) => isDefault)
}

function choiceOf(listed: Choice['options'], value = ''): Choice {
  if (value === '') return { value, options: listed, emptyLabel: 'agent default' }
  const isListed = listed.some(([id]) => id === value)
  // Agents know models and modes that are on no list.
  return { value, options: isListed ? listed : [[value, value], ...listed] }
}
