import type { RunInput } from '../../gateway/ag-ui/input.ts'
import { saidIn } from './thread/thread-history.ts'
import type { ThreadView } from './thread/thread-view.ts'

/** What somebody chose for a thread; empty is what the agent has itself. */
export interface ChatSettings {
  readonly model: string
  readonly effort: string
  readonly mode: string
  readonly subagent: string
}

export const noSettings: ChatSettings = { model: '', effort: '', mode: '', subagent: '' }

/** The input of a run: what was said, what was answered, and what was chosen. */
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
    messages: saidIn(thread.entries),
    tools: [],
    // No protocol names the subagent that is to do something: the agent is told.
    context: subagent === '' ? [] : [{ description: 'Have this done by your subagent', value: subagent }],
    ...(chosen.length === 0 ? {} : { forwardedProps: { capstan: Object.fromEntries(chosen) } }),
  }
}
