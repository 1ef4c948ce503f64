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

/** What a run asks of its session (`forwardedProps.capstan`). @throws GatewayError for what is not a setting. */
export function settingsOf(forwardedProps: unknown): SessionSettings {
  const asked = isRecord(forwardedProps) ? forwardedProps['capstan'] : undefined
  if (asked === undefined) return {}
  if (!isRecord(asked)) throw invalid('forwardedProps.capstan must be an object')
  for (const [name, value] of Object.entries(asked)) {
    if (!names.some((known) => known === name)) {
      throw invalid(`forwardedProps.capstan.${name} is not a setting`, didYouMean(name, names, settingsHint))
    }
    if (typeof value !== 'string' || value === '') {
      throw invalid(`forwardedProps.capstan.${name} must be a non-empty string`)
    }
  }
  return asked
}

const settingsHint = `Use one of ${names.join(', ')}.`

function invalid(message: string, hint = settingsHint): GatewayError {
  return new GatewayError('invalid_settings', message, { hint })
}

/** Where the models of an agent can be asked for. */
export interface AgentModels {
  readonly agent: string
  readonly models: Pick<DetailedModelRegistry, 'model'>
}

/**
 * What of the settings a session is opened with: some agents can be given more when they are started than later, and it is
 * judged before. A model that only the agent knows, and what goes with it, is set once it is there.
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

/** What is asked for otherwise than it was set before. */
export function changesOf(before: SessionSettings, wanted: SessionSettings): SessionSettings {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = wanted[name]
      return value === undefined || value === before[name] ? [] : [[name, value]]
    }),
  )
}

/** Sets what is asked for otherwise than it was set before; gives what is set now. */
export async function changeSettings(
  session: Pick<RunSession, 'options' | 'set'>,
  { before, wanted, known }: { before: SessionSettings; wanted: SessionSettings; known: AgentModels },
): Promise<SessionSettings> {
  const { model, ...changed } = changesOf(before, wanted)
  const named = model === undefined ? {} : { model: offeredModel(session.options, model, known) }
  if (model !== undefined || Object.keys(changed).length > 0) await session.set({ ...named, ...changed })
  return { ...before, ...wanted }
}

/** The name by which the agent offers a model, of all by which it is known. */
function offeredModel(
  options: readonly ConfigOption[],
  named: string,
  { agent, models }: AgentModels,
): string {
  const { modelId, modelAlias } = models.model(agent, named) ?? {}
  const { available } = choicesOf(options, 'model')
  return [named, modelId, modelAlias].find((name) => available.some(({ id }) => id === name)) ?? named
}
