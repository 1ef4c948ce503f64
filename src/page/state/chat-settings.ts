import type { RunInput } from '../../gateway/ag-ui/input.ts'
import { inputMessages } from './thread/thread-history.ts'
import type { ThreadView } from './thread/thread-view.ts'

/** The user's settings for a thread; an empty string is the agent's default. */
export interface ChatSettings {
  readonly model: string
  readonly effort: string
  readonly mode: string
  readonly subagent: string
}

export const noSettings: ChatSettings = { model: '', effort: '', mode: '', subagent: '' }

/** The run input: messages, answers and settings. */
export function runInputOf(
  thread: ThreadView,
  names: Pick<RunInput, 'threadId' | 'runId' | 'resume'>,
  { subagent, ...settings }: ChatSettings,
): RunInput {
  const chosen = Object.entries(settings).filter(([, value]) => value !== '')
  return {
    ...names,
    protocolVersion: '1.0',
    state: {},
    messages: inputMessages(thread.entries),
    tools: [],
    // AG-UI has no field for a subagent, so it goes into the prompt's context.
    context: subagent === '' ? [] : [{ description: 'Use this subagent', value: subagent }],
    ...(chosen.length === 0 ? {} : { forwardedProps: { capstan: Object.fromEntries(chosen) } }),
  }
}
