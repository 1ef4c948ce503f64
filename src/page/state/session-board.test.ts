import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { eventWords } from './event-words.ts'
import {
  actionsFor,
  emptyBoard,
  happened,
  modesFor,
  needsReport,
  queueOf,
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
  createdAt: 1,
}

function entry(cursor: number, event: LoggedEvent['event']): LoggedEvent {
  return { cursor, at: 0, session: 's1', event }
}

describe('the board', () => {
  const board = withReports(emptyBoard, [
    report,
    { ...report, identity: { ...report.identity, id: 's2' }, createdAt: 2 },
  ])

  it('has the newest first', () => {
    expect(board.reports.map(({ identity }) => identity.id)).toEqual(['s2', 's1'])
  })

  it('follows the status and keeps what happened', () => {
    const change = entry(5, { type: 'status.changed', status: 'active' })
    const after = happened(board, change)
    expect(after.reports.map(({ status }) => status)).toEqual(['idle', 'active'])
    expect(after.recent.get('s1')).toEqual([change])
    expect(happened(after, change)).toBe(after)
  })

  it('does not fill up with what comes in numbers', () => {
    expect(happened(board, entry(6, { type: 'terminal.output', text: 'x' }))).toBe(board)
    let full = board
    for (let cursor = 1; cursor <= 40; cursor++) {
      full = happened(full, entry(cursor, { type: 'log', level: 'info', message: `${cursor}` }))
    }
    expect(full.recent.get('s1')?.map(({ cursor }) => cursor)).toEqual(
      Array.from({ length: 30 }, (_, index) => 40 - index),
    )
  })

  it('knows when the counts are old', () => {
    expect(needsReport(entry(1, { type: 'delivery.delivered', deliveryId: 'd', messageId: 'm' }))).toBe(true)
    expect(needsReport(entry(1, { type: 'tool.called', tool: 't' }))).toBe(false)
  })
})

describe('a session', () => {
  it('can be given messages in the ways that it has', () => {
    expect(modesFor(report)).toEqual(['on-idle', 'manual'])
    const { capabilities: _, ...asleep } = report
    expect(modesFor(asleep)).toEqual([])
  })

  it('can do what it declares, as far as its status lets it', () => {
    const { capabilities: _, ...asleep } = report
    expect(actionsFor(report)).toEqual(['pause', 'flush', 'release'])
    expect(actionsFor({ ...report, status: 'paused' })).toEqual(['resume', 'flush', 'release'])
    expect(actionsFor({ ...asleep, status: 'offline', origin: {} })).toEqual(['resume', 'release'])
    expect(actionsFor({ ...asleep, status: 'offline' })).toEqual(['release'])
    expect(actionsFor({ ...report, status: 'released' })).toEqual([])
  })

  it('has a queue', () => {
    expect(queueOf(report)).toEqual({ waiting: 3, dead: 1, inDoubt: 0 })
  })
})

it('tells an event in words, or names it', () => {
  expect(eventWords({ type: 'tool.failed', tool: 'Bash', error: 'no' })).toBe('failed with Bash: no')
  expect(eventWords({ type: 'message.received', messageId: 'm' })).toBe('got a message')
  expect(eventWords({ type: 'usage.updated' })).toBe('usage.updated')
})
