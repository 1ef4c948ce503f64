import { isRecord } from '../../../core/is-record.ts'
import { didYouMean } from '../../../core/text/nearest-name.ts'
import type { ConfigOption } from '../../../events/config-option.ts'
import type { DetailedModelRegistry } from '../../../models/registry.ts'
import type { RunSession } from '../../../run/session.ts'
import type { RunSessionOptions } from '../../../run/session-options.ts'
import type { SessionSettings } from '../../../run/api/session-settings.ts'
import type { RunInput } from '../../ag-ui/input.ts'
import { choicesOf } from './config-choices.ts'
import { GatewayError } from '../../gateway-error.ts'

const names = ['model', 'effort', 'mode'] as const satisfies readonly (keyof SessionSettings)[]

/** The settings that a run requests; `null` requests the agent's default. */
export type RequestedSettings = { readonly [Name in keyof SessionSettings]?: string | null }

/** The session settings of a run (`forwardedProps.capstan`). @throws GatewayError for an invalid setting. */
export function settingsOf(forwardedProps: unknown): RequestedSettings {
  const settings = isRecord(forwardedProps) ? forwardedProps['capstan'] : undefined
  if (settings === undefined) return {}
  if (!isRecord(settings)) throw invalid('forwardedProps.capstan must be an object')
  for (const [name, value] of Object.entries(settings)) {
    if (!names.some((known) => known === name)) {
      throw invalid(`forwardedProps.capstan.${name} is not a setting`, didYouMean(name, names, settingsHint))
    }
    if (value !== null && (typeof value !== 'string' || value === '')) {
      throw invalid(`forwardedProps.capstan.${name} must be a non-empty string, or null for the default`)
    }
  }
  return settings
}

/** The input with a model, unless the client has chosen one. */
export function withModel(input: RunInput, model: string | undefined): RunInput {
  if (model === undefined) return input
  const requested = settingsOf(input.forwardedProps)
  if (requested.model !== undefined) return input
  const props = isRecord(input.forwardedProps) ? input.forwardedProps : {}
  return { ...input, forwardedProps: { ...props, capstan: { ...requested, model } } }
}

const settingsHint = `Use one of ${names.join(', ')}.`

function invalid(message: string, hint = settingsHint): GatewayError {
  return new GatewayError('invalid_settings', message, { hint })
}

/** The chosen settings, without those that return to the default. */
export function mergeSettings(before: SessionSettings, requested: RequestedSettings): SessionSettings {
  const all = Object.entries({ ...before, ...requested })
  return Object.fromEntries(all.filter(([, value]) => value !== null))
}

/** The values that a session has now. */
export function currentSettings(options: readonly ConfigOption[]): SessionSettings {
  const categories = { model: 'model', effort: 'thought-level', mode: 'mode' } as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const { current } = choicesOf(options, categories[name])
      return current === undefined ? [] : [[name, current]]
    }),
  )
}

/** The model registry of an agent. */
export interface AgentModels {
  readonly agent: string
  readonly models: Pick<DetailedModelRegistry, 'model'>
}

/**
 * The settings to open a session with: some agents accept more at startup than later, and they are validated before. A
 * model that only the agent knows, and its effort, is set after the session is open.
 */
export function openingSettings(
  { model, effort }: SessionSettings,
  { agent, models }: AgentModels,
): SessionSettings {
  if (model !== undefined && models.model(agent, model) === null) return {}
  return { ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }) }
}

/** Settings as the options of a session. */
export function settingOptions({
  model,
  effort,
}: SessionSettings): Pick<RunSessionOptions, 'model' | 'thinkingEffort'> {
  return {
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { thinkingEffort: effort }),
  }
}

/** The changes between two sets of settings, with the agent's default for a setting that is no longer chosen. */
export function changesOf(
  before: SessionSettings,
  requested: SessionSettings,
  defaults: SessionSettings = {},
): SessionSettings {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = requested[name] ?? (before[name] === undefined ? undefined : defaults[name])
      return value === undefined || value === before[name] ? [] : [[name, value]]
    }),
  )
}

export interface SettingsChange {
  readonly before: SessionSettings
  readonly requested: SessionSettings
  /** The agent's own values, before anything was chosen. */
  readonly defaults: SessionSettings
  readonly known: AgentModels
}

/** Applies the settings that differ. */
export async function changeSettings(
  session: Pick<RunSession, 'options' | 'set'>,
  { before, requested, defaults, known }: SettingsChange,
): Promise<void> {
  const { model, ...changed } = changesOf(before, requested, defaults)
  const named = model === undefined ? {} : { model: offeredModel(session.options, model, known) }
  if (model !== undefined || Object.keys(changed).length > 0) await session.set({ ...named, ...changed })
}

/** Whether a setting returns to a default that only a restart of the agent restores. */
export function needsRestart({ before, requested, defaults }: Omit<SettingsChange, 'known'>): boolean {
  return names.some(
    (name) => before[name] !== undefined && requested[name] === undefined && defaults[name] === undefined,
  )
}

/** The name that the agent lists for a model. */
function offeredModel(
  options: readonly ConfigOption[],
  named: string,
  { agent, models }: AgentModels,
): string {
  const { modelId, modelAlias } = models.model(agent, named) ?? {}
  const { available } = choicesOf(options, 'model')
  return [named, modelId, modelAlias].find((name) => available.some(({ id }) => id === name)) ?? named
}
