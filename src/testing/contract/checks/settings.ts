import { findOption, optionValues } from '../../../acp/reading/config-options.ts'
import type { AcpSession } from '../../../acp/session.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { Check } from '../context.ts'
import { failed, passed, skipped } from '../outcome.ts'
import { within } from '../within.ts'

/** How long after the answer a change may be told. */
const tellMs = 5000

/** The settings of a session can be set, and come back as they were set. */
export const model = setting('model', 'contract.model')
export const effort = setting('thought-level', 'thinking.effort')
export const mode = setting('mode', 'contract.mode')

interface Setting {
  readonly current: string
  readonly values: readonly string[]
}

function setting(category: 'model' | 'thought-level' | 'mode', id: string): Check {
  return async ({ connect, folder, prompt, setting: asked }) => {
    const host = await connect()
    let onChange: (() => void) | undefined
    const session: AcpSession = await host.createSession({
      cwd: folder,
      onEvent: (event) => {
        if (isChange(event)) onChange?.()
        return undefined
      },
      handlers: { permission: async () => ({ type: 'cancelled' }) },
    })
    const before = settingOf(session, category)
    if (before === undefined) {
      return skipped('the session has no setting for it', { id, support: 'unsupported' })
    }
    const seen = { id, support: 'supported', value: before.values } as const
    const wanted = asked ?? before.values.find((value) => value !== before.current)
    if (wanted === undefined) return skipped(`there is nothing to choose but ${before.current}`, seen)
    await session.setOption(category, [wanted])
    if (settingOf(session, category)?.current !== wanted) {
      await within(tellMs, new Promise<void>((resolve) => (onChange = resolve)))
    }
    const after = settingOf(session, category)?.current
    if (after !== wanted) {
      return failed(`${wanted} was set and taken, and it is ${after}`, { ...seen, support: 'unsupported' })
    }
    // Whoever gives a prompt looks at what reaches the model with it.
    if (prompt !== '') await session.prompt([{ type: 'text', text: prompt }])
    return passed(`${wanted} instead of ${before.current}`, seen)
  }
}

/** By whichever way the agent tells it. */
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
