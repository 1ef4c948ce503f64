import type { ErrorDetail } from '../../../events/error.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from '../../../events/event.ts'
import { type DiffTextOptions, patchText } from './diff-text.ts'
import { cutToWidth } from './text-width.ts'

type Notes = { [Type in AgentEventType]?: (event: AgentEventOf<Type>, options: DiffTextOptions) => string[] }

/** What is said about events that need no memory of others. */
const notes: Notes = {
  notice: ({ severity, title, description }, { style, text }) => {
    const more = description === undefined ? '' : ` — ${text.line(description)}`
    const words = { error: style.bad('error'), warning: style.warn('warning') }
    return [`${words[severity as keyof typeof words] ?? style.dim('note')} ${text.line(title)}${more}`]
  },
  error: ({ error }, { style, text }) => [`${style.bad('error')} ${reason(error, text)}`],
  'command.completed': ({ command, exitCode }, { style, text, columns }) => [
    cutToWidth(`${style.good('✓')} $ ${text.line(command)}${exitCode ? ` — exit ${exitCode}` : ''}`, columns),
  ],
  'command.failed': ({ command, exitCode, error }, { style, text }) => [
    `${style.bad('✗')} $ ${text.line(command)} — ${reason(error, text)}${exitCode === undefined ? '' : ` (exit ${exitCode})`}`,
  ],
  'file.changed': ({ path, operation, diff }, options) => [
    `${options.style.good('✓')} ${options.style.dim('✎')} ${operation} ${options.text.path(path)}`,
    ...(diff === undefined ? [] : patchText(diff, options)),
  ],
  'action.completed': ({ action }, { style, text }) => [`${style.good('✓')} ${text.line(action)}`],
  'action.failed': ({ action, error }, { style, text }) => [
    `${style.bad('✗')} ${text.line(action)} — ${reason(error, text)}`,
  ],
  'action.denied': ({ action, reason: why }, { style, text }) => [
    `${style.warn('refused:')} ${text.line(action)} — ${text.line(why)}`,
  ],
  'session.recovered': ({ by, contextLost }, { style }) => [
    contextLost
      ? `${style.warn('warning')} the agent was lost, and the new one knows nothing of what was said before`
      : `${style.warn('warning')} the agent was lost, and another one took the session up again (${by})`,
  ],
  'status.changed': ({ status, error, reason: why }, { style, text }) =>
    status === 'failed'
      ? [
          `${style.bad('error')} ${error === undefined ? text.line(why ?? 'the session failed') : reason(error, text)}`,
        ]
      : [],
  'mode.changed': ({ modeId }, { style, text }) => [style.dim(`mode ${text.line(modeId)}`)],
  'compaction.updated': ({ status, error }, { style, text }) => {
    if (status === 'failed') {
      return [
        `${style.warn('warning')} the conversation could not be shortened: ${error ? reason(error, text) : 'no reason was given'}`,
      ]
    }
    return [style.dim(`shortening the conversation: ${text.line(status)}`)]
  },
  'delivery.failed': ({ reason: why }, { style, text }) => [
    `${style.warn('warning')} a message was not delivered: ${text.line(why)}`,
  ],
}

/** Lines about an event; none where there is nothing a person has to see. */
export function noteLines(event: AgentEvent, options: DiffTextOptions): string[] {
  const note = notes[event.type] as ((event: AgentEvent, options: DiffTextOptions) => string[]) | undefined
  return note?.(event, options) ?? []
}

function reason({ message, code }: ErrorDetail, text: DiffTextOptions['text']): string {
  return `${text.line(message)}${code === undefined ? '' : ` (${text.line(String(code))})`}`
}
