import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'

/** A session as a person reads it: who it is, what it does, what it can do now, and what waits for it. */
export function reportText(report: SessionReport, style: Style): string {
  const { identity, capabilities, deliveries, unread, createdAt } = report
  const rows: [string, string][] = [
    ['id', identity.id],
    ['name', identity.name],
    ['agent', agentOf(report)],
    ['status', statusText(report, style)],
    ['opened', new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')],
    ['waiting', countText(deliveries)],
    ['unread', String(unread)],
  ]
  if (capabilities !== undefined) {
    const { messaging, delivery, actions = {}, lifecycle, events } = capabilities
    rows.push(
      ['takes', [...delivery.modes].join(', ') || 'nothing now'],
      ['attachments', messaging.attachments?.join(', ') ?? 'none'],
      ['can be', namesOf(lifecycle).map(past).join(', ') || 'nothing'],
      ['actions', namesOf(actions).join(', ') || 'none'],
      ['tells', `${events.emits.length} kinds of events`],
    )
  }
  return `${style.bold(`@${identity.handle}`)}\n${columns(rows.map(([name, value]) => [style.dim(name), value]))}`
}

/** What was opened. */
export function agentOf({ origin }: SessionReport): string {
  const agent = origin?.['agent']
  return typeof agent === 'string' ? agent : ''
}

/** How a session is, in a colour that says whether that is well. */
export function statusText({ status }: Pick<SessionReport, 'status'>, style: Style): string {
  if (status === 'failed') return style.bad(status)
  if (['idle', 'active', 'waiting', 'starting'].includes(status)) return style.good(status)
  return style.warn(status)
}

/** How much is in which state. */
export function countText(deliveries: SessionReport['deliveries']): string {
  const parts = Object.entries(deliveries).map(([state, count]) => `${count} ${state}`)
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

function namesOf(flags: object): string[] {
  return Object.entries(flags).flatMap(([name, isThere]) => (isThere === true ? [name] : []))
}

function past(name: string): string {
  return name.endsWith('e') ? `${name}d` : name === 'snapshot' ? 'snapshot' : `${name}ed`
}
