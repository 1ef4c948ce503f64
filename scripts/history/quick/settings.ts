import { findOption, optionValues } from '../../../src/acp/reading/config-options.ts'
import type { AcpSession } from '../../../src/acp/session.ts'
import type { ThinkingAsked } from '../../../src/testing/provider/thinking-asked.ts'
import {
  failureOf,
  hello,
  type Lab,
  no,
  notApplicable,
  type QuickCheck,
  sharedSession,
  turnRequest,
  yes,
} from './lab.ts'
import type { LabSession } from './lab-session.ts'

type Category = 'model' | 'thought-level' | 'mode'

interface Setting {
  readonly current: string
  readonly values: readonly string[]
}

/** Reads the setting from a config option, or from the session's modes or models. */
export function settingOf({ state }: AcpSession, category: Category): Setting | undefined {
  const option = findOption(state.options, category)
  if (option?.type === 'select') {
    return { current: option.currentValue, values: optionValues(option).map(({ value }) => value) }
  }
  if (category === 'mode' && state.modes !== undefined) {
    return { current: state.modes.currentModeId, values: state.modes.available.map(({ id }) => id) }
  }
  if (category === 'model' && state.models !== undefined) {
    const { currentModelId, available } = state.models
    return { current: currentModelId, values: available.map(({ modelId }) => modelId) }
  }
  return undefined
}

/** The values to try: preferred ones, then those of the same provider as the current one. */
function candidates({ current, values }: Setting, preferred: readonly string[] = []): string[] {
  const others = values.filter((value) => value !== current)
  const [family] = current.split('/')
  const near = current.includes('/') ? others.filter((value) => value.startsWith(`${family}/`)) : others
  return [...new Set([...preferred.filter((value) => others.includes(value)), ...near])].slice(0, 3)
}

export const model: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'settings')
  const setting = settingOf(session.session, 'model')
  if (setting === undefined) return no('the session has no such setting')
  const values = candidates(setting, lab.job.settings.model)
  if (values.length === 0) return notApplicable(`the only value is ${setting.current}`)
  const seen: string[] = []
  for (const value of values) {
    await session.session.setOption('model', [value])
    const request = await requestOf(session)
    if (request.model !== undefined && request.model !== lab.first.request.model) {
      return yes(`${value}: the provider saw ${request.model}`)
    }
    seen.push(`${value}: ${request.failure ?? `the provider saw ${request.model ?? 'no request'}`}`)
  }
  return no(seen.join('; '))
}

export const effort: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'settings')
  let setting = settingOf(session.session, 'thought-level')
  if (setting === undefined) setting = await afterModel(lab, session)
  if (setting === undefined) return no('the session has no such setting')
  const values = candidates(setting, lab.job.settings.effort)
  if (values.length === 0) return notApplicable(`the only value is ${setting.current}`)
  const before = JSON.stringify(levels((await requestOf(session)).thinking))
  const seen: string[] = []
  for (const value of values) {
    await session.session.setOption('thought-level', [value])
    const request = await requestOf(session)
    const after = levels(request.thinking)
    const shown = JSON.stringify(after.effort ?? after.budget ?? after.mode ?? null)
    if (JSON.stringify(after) !== before) return yes(`${value}: the provider saw ${shown}`)
    seen.push(`${value}: ${request.failure ?? `the provider saw ${shown}`}`)
  }
  return no(seen.join('; '))
}

function levels({ effort: level, budget, mode: kind }: ThinkingAsked = {}): ThinkingAsked {
  return { effort: level, budget, mode: kind }
}

/** Some sessions offer the levels of another model only. */
async function afterModel(lab: Lab, session: LabSession): Promise<Setting | undefined> {
  const models = settingOf(session.session, 'model')
  for (const value of models === undefined ? [] : candidates(models, lab.job.settings.model)) {
    await session.session.setOption('model', [value])
    const setting = settingOf(session.session, 'thought-level')
    if (setting !== undefined) return setting
  }
  return undefined
}

export const mode: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'settings')
  const setting = settingOf(session.session, 'mode')
  if (setting === undefined) return no('the session has no such setting')
  const [value] = candidates(setting, lab.job.settings.mode)
  if (value === undefined) return notApplicable(`the only value is ${setting.current}`)
  await session.session.setOption('mode', [value])
  // Some agents report the change after their response.
  for (let wait = 0; wait < 50 && settingOf(session.session, 'mode')?.current !== value; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const after = settingOf(session.session, 'mode')?.current
  return after === value ? yes(value) : no(`${value} was set without an error, but the mode is ${after}`)
}

async function requestOf(
  session: LabSession,
): Promise<{ model?: string; thinking?: ThinkingAsked; failure?: string }> {
  const turn = await session.turn(hello().prompt)
  const { model: name, thinking } = turnRequest(turn.requests) ?? {}
  const failure = failureOf(turn)
  return {
    ...(name === undefined ? {} : { model: name }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(failure === undefined ? {} : { failure }),
  }
}
