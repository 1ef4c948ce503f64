import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import type { SessionReport } from '../../../sessions/wire/wire-methods.ts'
import { eventText } from './event-text.ts'
import {
  actionsFor,
  chatOf,
  modesFor,
  needsReport,
  queueOf,
  waitReason,
  withEvent,
  withReports,
} from './session-board.ts'

const report: SessionReport = {
  identity: { id: 's1', name: 'Ada', handle: 'ada' },
  status: 'idle',
  capabilities: {
    messaging: { receive: true },
    delivery: { modes: ['manual', 'on-idle'] },
    events: { emits: [] },
    lifecycle: { release: true, pause: true, resume: true, fork: false },
  },
  deliveries: { pending: 2, accepted: 1, dead: 1 },
  unread: 0,
  waiting: [],
  createdAt: 1,
}

function entry(cursor: number, event: LoggedEvent['event']): LoggedEvent {
  return { cursor, at: 0, session: 's1', event }
}

describe('the board', () => {
  const board = withReports([report, { ...report, identity: { ...report.identity, id: 's2' }, createdAt: 2 }])

  it('lists the newest session first', () => {
    expect(board.reports.map(({ identity }) => identity.id)).toEqual(['s2', 's1'])
  })

  it('updates the status and ignores other events', () => {
    const after = withEvent(board, entry(5, { type: 'status.changed', status: 'active' }))
    expect(after.reports.map(({ status }) => status)).toEqual(['idle', 'active'])
    expect(withEvent(board, entry(6, { type: 'terminal.output', text: 'x' }))).toBe(board)
  })

  it('needs new reports after events that change counts', () => {
    expect(needsReport(entry(1, { type: 'delivery.delivered', deliveryId: 'd', messageId: 'm' }))).toBe(true)
    expect(needsReport(entry(1, { type: 'tool.called', tool: 't' }))).toBe(false)
  })
})

describe('a session', () => {
  it('accepts the delivery modes it declares', () => {
    expect(modesFor(report)).toEqual(['on-idle', 'manual'])
    const { capabilities: _, ...asleep } = report
    expect(modesFor(asleep)).toEqual([])
  })

  it('offers the declared actions that its status allows', () => {
    const { capabilities: _, ...asleep } = report
    expect(actionsFor(report)).toEqual(['pause', 'flush', 'release'])
    expect(actionsFor({ ...report, status: 'paused' })).toEqual(['resume', 'flush', 'release'])
    expect(actionsFor({ ...asleep, status: 'offline', origin: {} })).toEqual(['resume', 'release'])
    expect(actionsFor({ ...asleep, status: 'offline' })).toEqual(['release'])
    expect(actionsFor({ ...report, status: 'released' })).toEqual([])
  })

  it('that belongs to a chat takes a message while its agent is stopped, and links to the chat', () => {
    const { capabilities: _, ...asleep } = report
    const origin = { agent: 'sim', source: { threadId: 't 1' } }
    const stopped: SessionReport = { ...asleep, status: 'offline', origin }
    expect(modesFor(stopped)).toEqual(['on-idle'])
    expect(chatOf(stopped)).toEqual({ view: 'chat', subject: 'sim', thread: 't 1' })
    expect(chatOf(report)).toBeUndefined()
  })

  it('says why its messages wait', () => {
    const reasonOf = (status: SessionReport['status'], origin?: SessionReport['origin']) =>
      waitReason({ ...report, status, ...(origin === undefined ? {} : { origin }) })
    expect(reasonOf('blocked')).toBe('The agent asks a question. Messages wait for the answer.')
    expect(reasonOf('blocked', { agent: 'sim', source: { threadId: 't1' } })).toBe(
      'The agent asks a question. Messages wait until you answer it in the chat.',
    )
    expect(reasonOf('paused')).toBe('The session is paused. Resume it to deliver its messages.')
    expect(reasonOf('offline')).toBe('The agent is not running. Resume the session to deliver its messages.')
    expect(reasonOf('active')).toBeUndefined()
    expect(waitReason({ ...report, status: 'paused', deliveries: {} })).toBeUndefined()
  })

  it('counts queued, dead and in-doubt messages', () => {
    expect(queueOf(report)).toEqual({ waiting: 3, dead: 1, inDoubt: 0 })
  })
})

it('describes an event, or names its type', () => {
  expect(eventText({ type: 'tool.failed', tool: 'Bash', error: 'no' })).toBe('Bash failed: no')
  expect(eventText({ type: 'message.received', messageId: 'm' })).toBe('received a message')
  expect(eventText({ type: 'usage.updated' })).toBe('usage.updated')
})
