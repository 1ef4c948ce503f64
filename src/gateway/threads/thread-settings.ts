import { isRecord } from '../../core/is-record.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { ConfigOption } from '../../events/config-option.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { RunSession } from '../../run/session.ts'
import type { RunSessionOptions } from '../../run/session-options.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import { choicesOf } from './config-choices.ts'
import { GatewayError } from '../gateway-error.ts'

const names = ['model', 'effort', 'mode'] as const satisfies readonly (keyof SessionSettings)[]

/** The session settings of a run (`forwardedProps.capstan`). @throws GatewayError for an invalid setting. */
export function settingsOf(forwardedProps: unknown): SessionSettings {
  const settings = isRecord(forwardedProps) ? forwardedProps['capstan'] : undefined
  if (settings === undefined) return {}
  if (!isRecord(settings)) throw invalid('forwardedProps.capstan must be an object')
  for (const [name, value] of Object.entries(settings)) {
    if (!names.some((known) => known === name)) {
      throw invalid(`forwardedProps.capstan.${name} is not a setting`, didYouMean(name, names, settingsHint))
    }
    if (typeof value !== 'string' || value === '') {
      throw invalid(`forwardedProps.capstan.${name} must be a non-empty string`)
    }
  }
  return settings
}

const settingsHint = `Use one of ${names.join(', ')}.`

function invalid(message: string, hint = settingsHint): GatewayError {
  return new GatewayError('invalid_settings', message, { hint })
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

/** The requested settings that differ from the previous ones. */
export function changesOf(before: SessionSettings, requested: SessionSettings): SessionSettings {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = requested[name]
      return value === undefined || value === before[name] ? [] : [[name, value]]
    }),
  )
}

/** Applies the requested settings that differ; returns all settings. */
export async function changeSettings(
  session: Pick<RunSession, 'options' | 'set'>,
  { before, requested, known }: { before: SessionSettings; requested: SessionSettings; known: AgentModels },
): Promise<SessionSettings> {
  const { model, ...changed } = changesOf(before, requested)
  const named = model === undefined ? {} : { model: offeredModel(session.options, model, known) }
  if (model !== undefined || Object.keys(changed).length > 0) await session.set({ ...named, ...changed })
  return { ...before, ...requested }
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
