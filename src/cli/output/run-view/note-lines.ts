import type { ErrorDetail } from '../../../events/error.ts'
import type { AgentEvent, AgentEventOf, AgentEventType } from '../../../events/event.ts'
import { type DiffTextOptions, patchText } from './diff-text.ts'
import { cutToWidth } from './text-width.ts'

type Notes = { [Type in AgentEventType]?: (event: AgentEventOf<Type>, options: DiffTextOptions) => string[] }

/** The lines of events that do not depend on other events. */
const notes: Notes = {
  notice: ({ severity, title, description }, { style, text }) => {
    const more = description === undefined ? '' : ` — ${text.line(description)}`
    const labels = { error: style.bad('error'), warning: style.warn('warning') }
    return [`${labels[severity as keyof typeof labels] ?? style.dim('note')} ${text.line(title)}${more}`]
  },
  'access.blocked': ({ kind, name, tool, commandHint }, { style, text }) => [
    `${style.warn('blocked')} ${kind === 'path' ? text.path(name) : text.line(name)}${tool === undefined ? '' : ` (${text.line(tool)})`} — ${text.line(commandHint)}`,
  ],
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
    `${style.warn('rejected:')} ${text.line(action)} — ${text.line(why)}`,
  ],
  'agent.changed': ({ agent, previousAgent, reason: why, until, briefed }, { style, text }) => [
    previousAgent === undefined
      ? style.dim(`using ${text.line(agent)}`)
      : `${style.warn('warning')} ${text.line(previousAgent)}: ${text.line(why)}${until === undefined ? '' : ` until ${text.line(until)}`}; ${text.line(agent)} takes over${briefed ? ' with a summary of the work so far' : ''}`,
  ],
  'session.recovered': ({ by, contextLost }, { style }) => [
    contextLost
      ? `${style.warn('warning')} the agent stopped and was restarted without the earlier conversation`
      : `${style.warn('warning')} the agent stopped and was restarted; the session was resumed (${by})`,
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
        `${style.warn('warning')} compaction failed: ${error ? reason(error, text) : 'no reason reported'}`,
      ]
    }
    return [style.dim(`compaction: ${text.line(status)}`)]
  },
  'delivery.failed': ({ reason: why }, { style, text }) => [
    `${style.warn('warning')} a message was not delivered: ${text.line(why)}`,
  ],
}

/** The lines of an event; none if the user does not need to see it. */
export function noteLines(event: AgentEvent, options: DiffTextOptions): string[] {
  const note = notes[event.type] as ((event: AgentEvent, options: DiffTextOptions) => string[]) | undefined
  return note?.(event, options) ?? []
}

function reason({ message, code }: ErrorDetail, text: DiffTextOptions['text']): string {
  return `${text.line(message)}${code === undefined ? '' : ` (${text.line(String(code))})`}`
}
