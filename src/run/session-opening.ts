import type { ConversationOptions } from './conversation/conversation.ts'
import type { SessionEventSink } from './session-event-sink.ts'
import type { RunSide } from './validate/run-side.ts'
import type { ValidatedRun } from './validate/validate.ts'

/** Shared by all sessions without an abort signal. */
const never = new AbortController().signal

/** The options for opening the conversation of a session. Emits the warnings of the validation. */
export function openingOf(validated: ValidatedRun, sink: SessionEventSink): ConversationOptions {
  const { options } = validated
  const opening: ConversationOptions = {
    validated,
    broker: sink,
    signal: options.signal ?? never,
    onEvent: sink.onEvent,
    onWarning: (message) => {
      options.onWarning?.(message)
      void sink.onEvent({ type: 'notice', severity: 'warning', title: message })
    },
  }
  for (const warning of validated.warnings) opening.onWarning(warning)
  return opening
}

/** The options for reopening the conversation of a session during a run. */
export function recoveryOf(
  validated: ValidatedRun,
  sink: SessionEventSink,
  side: RunSide,
): ConversationOptions {
  return {
    validated,
    broker: sink,
    onEvent: sink.onEvent,
    onWarning: (message) => side.onWarning(message),
    signal: side.signal,
  }
}
