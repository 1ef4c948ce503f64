import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import { shownName } from '../../../core/text/shown-name.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'
import { waitText } from './wait-text.ts'

/** A session as text: identity, status, queued messages and capabilities. */
export function reportText(report: SessionReport, style: Style): string {
  const { identity, capabilities, deliveries, unread, waiting, createdAt } = report
  const rows: [string, string][] = [
    ['id', identity.id],
    ['name', shownName(identity.name)],
    ['agent', agentOf(report)],
    ['status', statusText(report, style)],
    ['opened', new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')],
    ['queued', countText(deliveries)],
    ...waiting.map((wait): [string, string] => ['waiting', waitText(wait)]),
    ['unread', String(unread)],
  ]
  if (capabilities !== undefined) {
    const { messaging, delivery, actions = {}, lifecycle, events } = capabilities
    rows.push(
      ['delivery', [...delivery.modes].join(', ') || 'none now'],
      ['attachments', messaging.attachments?.join(', ') ?? 'none'],
      ['supports', namesOf(lifecycle).join(', ') || 'nothing'],
      ['actions', namesOf(actions).join(', ') || 'none'],
      ['events', `${events.emits.length} types`],
    )
  }
  return `${style.bold(`@${identity.handle}`)}\n${columns(rows.map(([name, value]) => [style.dim(name), value]))}`
}

/** The id of the agent of a session. */
export function agentOf({ origin }: SessionReport): string {
  const agent = origin?.['agent']
  return typeof agent === 'string' ? agent : ''
}

/** The status of a session, colored. */
export function statusText({ status }: Pick<SessionReport, 'status'>, style: Style): string {
  if (status === 'failed') return style.bad(status)
  if (['idle', 'active', 'waiting', 'starting'].includes(status)) return style.good(status)
  return style.warn(status)
}

/** The number of deliveries in each state. */
export function countText(deliveries: SessionReport['deliveries']): string {
  const parts = Object.entries(deliveries).map(([state, count]) => `${count} ${state}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function namesOf(flags: object): string[] {
  return Object.entries(flags).flatMap(([name, isThere]) => (isThere === true ? [name] : []))
}
