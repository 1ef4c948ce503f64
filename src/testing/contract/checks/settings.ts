import type { AcpSession } from '../../../acp/session.ts'
import { findOption, optionValues } from '../../../acp/reading/config-options.ts'
import type { AgentEvent } from '../../../events/event.ts'
import { openAcpSession } from '../acp-session.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, notApplicable, type Observation, refuted, verified } from '../outcome.ts'
import { turnRequests } from '../provider-requests.ts'
import { within } from '../within.ts'

/** Some agents report the change after their response; wait this long. */
const reportMs = 5000

const marks = [
  'Say hello {mark} before [[text: Hello {word}, it is good to see you here.]]',
  'Say hello {mark} after [[text: Hello {word}, it is good to see you here.]]',
]

/** Values can be names of the same model, so several are tried. */
const mostModels = 3

/** The session changes to another model, and the provider sees it. */
export const model: Check = {
  title: 'a session changes to another model between two turns',
  expected: 'the session reports the new model, and the next request asks another model',
  marks,
  run: async (context) => {
    const id = 'contract.model'
    const watched = await openWatched(context)
    const before = settingOf(watched.session, 'model')
    if (before === undefined) return noSetting(id)
    const seen = { id, support: 'supported', value: before.values } as const
    const first = await modelOfTurn(context, watched.session, 0)
    const others = before.values.filter((value) => value !== before.current)
    const targets = [...new Set([context.setting ?? others[0] ?? '', ...others])].slice(0, mostModels)
    let saw = `the only value is ${before.current}`
    for (const target of others.length === 0 ? [] : targets) {
      const after = await watched.set('model', target)
      saw = `${target} instead of ${before.current}`
      if (after !== target) return notSet(target, after, seen)
      const then = await modelOfTurn(context, watched.session, 1)
      if (then === undefined) return verified(saw, seen)
      if (then !== first) return verified(`${saw}; the provider received ${then} instead of ${first}`, seen)
      saw = `${saw}, but the provider received ${first} again`
    }
    return others.length === 0 ? notApplicable(saw, seen) : refuted(saw, { ...seen, support: 'unsupported' })
  },
}

/** Sends a prompt, and returns the model of the request; undefined if that is not known. */
async function modelOfTurn(
  { prompt, promptOf, requests }: CheckContext,
  session: AcpSession,
  turn: number,
): Promise<string | undefined> {
  if (prompt === '') return undefined
  await session.prompt([{ type: 'text', text: promptOf(turn) }])
  return turnRequests(requests() ?? []).at(-1)?.model
}

function noSetting(id: string): CheckOutcome {
  return notApplicable('the session has no such setting', { id, support: 'unsupported' })
}

function notSet(target: string, current: string | undefined, seen: Observation): CheckOutcome {
  const saw = `${target} was set without an error, but the current value is ${current}`
  return refuted(saw, { ...seen, support: 'unsupported' })
}

/** The session changes to another mode. */
export const mode: Check = {
  title: 'a session changes to another mode',
  expected: 'the session reports the new mode, and answers a prompt in it',
  marks,
  run: async (context) => {
    const id = 'contract.mode'
    const { session, set } = await openWatched(context)
    const before = settingOf(session, 'mode')
    if (before === undefined) return noSetting(id)
    const seen = { id, support: 'supported', value: before.values } as const
    const target = context.setting ?? before.values.find((value) => value !== before.current)
    if (target === undefined) return notApplicable(`the only value is ${before.current}`, seen)
    const after = await set('mode', target)
    if (after !== target) return notSet(target, after, seen)
    if (context.prompt !== '') await session.prompt([{ type: 'text', text: context.prompt }])
    return verified(`${target} instead of ${before.current}`, seen)
  },
}

type Category = 'model' | 'thought-level' | 'mode'

export interface Setting {
  readonly current: string
  readonly values: readonly string[]
}

/** A session, and a function that sets a value and returns the value that the session then reports. */
export interface WatchedSession {
  readonly session: AcpSession
  readonly set: (category: Category, value: string) => Promise<string | undefined>
}

export async function openWatched(context: CheckContext): Promise<WatchedSession> {
  let onChange: (() => void) | undefined
  const { session } = await openAcpSession(context, {
    onEvent: (event) => {
      if (isChange(event)) onChange?.()
    },
  })
  return {
    session,
    set: async (category, value) => {
      await session.setOption(category, [value])
      if (settingOf(session, category)?.current !== value) {
        await within(reportMs, new Promise<void>((resolve) => (onChange = resolve)))
      }
      return settingOf(session, category)?.current
    },
  }
}

/** Reads the setting from a config option, or from the session's modes or models. */
export function settingOf({ state }: AcpSession, category: string): Setting | undefined {
  const option = findOption(state.options, category)
  if (option?.type === 'select') {
    return { current: option.currentValue, values: optionValues(option).map(({ value }) => value) }
  }
  if (category === 'mode' && state.modes !== undefined) {
    const { currentModeId, available } = state.modes
    return { current: currentModeId, values: available.map(({ id }) => id) }
  }
  if (category === 'model' && state.models !== undefined) {
    const { currentModelId, available } = state.models
    return { current: currentModelId, values: available.map(({ modelId }) => modelId) }
  }
  return undefined
}

function isChange({ type }: AgentEvent): boolean {
  return type === 'config.changed' || type === 'mode.changed'
}
