import { findOption, optionValues } from '../../../acp/reading/config-options.ts'
import type { AcpSession } from '../../../acp/session.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { Check } from '../context.ts'
import { failed, passed, skipped } from '../outcome.ts'
import { within } from '../within.ts'

/** Some agents report the change after their response; wait this long. */
const reportMs = 5000

/** The agent applies a setting and reports the new value. */
export const model = setting('model', 'contract.model')
export const effort = setting('thought-level', 'thinking.effort')
export const mode = setting('mode', 'contract.mode')

interface Setting {
  readonly current: string
  readonly values: readonly string[]
}

function setting(category: 'model' | 'thought-level' | 'mode', id: string): Check {
  return async ({ connect, folder, prompt, setting: asked }) => {
    const connection = await connect()
    let onChange: (() => void) | undefined
    const session: AcpSession = await connection.createSession({
      cwd: folder,
      onEvent: (event) => {
        if (isChange(event)) onChange?.()
        return undefined
      },
      handlers: { permission: async () => ({ type: 'cancelled' }) },
    })
    const before = settingOf(session, category)
    if (before === undefined) {
      return skipped('the session has no such setting', { id, support: 'unsupported' })
    }
    const seen = { id, support: 'supported', value: before.values } as const
    const target = asked ?? before.values.find((value) => value !== before.current)
    if (target === undefined) return skipped(`the only value is ${before.current}`, seen)
    await session.setOption(category, [target])
    if (settingOf(session, category)?.current !== target) {
      await within(reportMs, new Promise<void>((resolve) => (onChange = resolve)))
    }
    const after = settingOf(session, category)?.current
    if (after !== target) {
      return failed(`${target} was set without an error, but the current value is ${after}`, {
        ...seen,
        support: 'unsupported',
      })
    }
    // A caller that gives a prompt inspects the request that reaches the model.
    if (prompt !== '') await session.prompt([{ type: 'text', text: prompt }])
    return passed(`${target} instead of ${before.current}`, seen)
  }
}

/** Reads the setting from a config option, or from the session's modes or models. */
function settingOf({ state }: AcpSession, category: string): Setting | undefined {
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
