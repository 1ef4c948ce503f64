import { expect, it } from 'vitest'
import type { InboxItem } from '../../../sessions/participant.ts'
import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import { talkOf } from './session-talk.ts'

let cursor = 0
function entry(at: number, event: LoggedEvent['event']): LoggedEvent {
  return { cursor: ++cursor, at, session: 's1', event }
}

function chunk(at: number, role: 'user' | 'agent', content: string, metadata: Record<string, unknown> = {}) {
  return entry(at, {
    type: 'transcript.chunk',
    chunk: { sequence: at, id: `c${at}`, at: new Date(at), role, content, metadata },
  })
}

function item(id: string, text: string, state: InboxItem['delivery']['state'], handle = 'user'): InboxItem {
  const message = {
    id,
    messageId: id,
    kind: 'dm' as const,
    text,
    from: { id: `per_${handle}`, name: handle, handle },
    to: ['s1'],
    conversationId: 'c',
    mentions: [],
    attachments: [],
    createdAt: '2026-11-17T10:00:00.000Z',
  }
  const delivery = {
    id: `del_${id}`,
    messageId: id,
    sender: `per_${handle}`,
    recipient: 's1',
    mode: 'on-idle' as const,
    reason: 'dm' as const,
    priority: 'normal' as const,
    sequence: 1,
    state,
    attempts: 1,
    createdAt: 1,
    availableAt: 1,
    deadline: 9,
  }
  return { message, delivery }
}

it('puts messages, replies and steps in order, without repeated prompts', () => {
  const log = [
    entry(5, { type: 'message.received', messageId: 'm1' }),
    chunk(6, 'user', 'run the tests\n'),
    chunk(7, 'agent', 'Let me ', { messageId: 'a', thinking: true }),
    chunk(8, 'agent', 'see', { messageId: 'a', thinking: true }),
    entry(9, { type: 'tool.called', tool: 'Bash' }),
    entry(10, { type: 'tool.failed', tool: 'Bash', error: 'no' }),
    chunk(11, 'agent', 'They ', { messageId: 'b' }),
    chunk(12, 'agent', 'pass.', { messageId: 'b' }),
    entry(13, { type: 'status.changed', status: 'idle' }),
    chunk(14, 'user', 'a prompt of a program'),
    chunk(15, 'user', 'Message msg_2 from @ada (Ada), to you alone:\n> hi'),
  ]
  const inbox = [item('m1', 'run the tests', 'delivered'), item('m2', 'later', 'pending', 'ada')]
  expect(talkOf(log, inbox)).toEqual([
    { kind: 'message', id: 'm1', at: 5, text: 'run the tests', delivery: 'delivered' },
    { kind: 'thinking', id: 'thinking:a', at: 7, text: 'Let me see' },
    { kind: 'step', id: expect.any(String), at: 9, text: 'calls Bash', isError: false },
    { kind: 'step', id: expect.any(String), at: 10, text: 'Bash failed: no', isError: true },
    { kind: 'reply', id: 'reply:b', at: 11, text: 'They pass.' },
    { kind: 'message', id: 'c14', at: 14, text: 'a prompt of a program' },
    { kind: 'message', id: 'm2', at: Number.MAX_VALUE, text: 'later', from: '@ada', delivery: 'queued' },
  ])
})

it('puts a message before the reply of its turn, and a steered one where the agent received it', () => {
  const log = [
    entry(5, { type: 'status.changed', status: 'active' }),
    chunk(6, 'agent', 'First.', { messageId: 'a' }),
    entry(7, { type: 'message.received', messageId: 'm1' }),
    entry(8, { type: 'status.changed', status: 'idle' }),
    entry(20, { type: 'status.changed', status: 'active' }),
    chunk(21, 'agent', 'Second.', { messageId: 'b' }),
    entry(24, { type: 'message.received', messageId: 'm3' }),
    chunk(25, 'agent', 'Third.', { messageId: 'c' }),
    entry(26, { type: 'message.received', messageId: 'm2' }),
  ]
  const at = (createdAt: number, one: InboxItem): InboxItem => ({
    ...one,
    delivery: { ...one.delivery, createdAt },
  })
  const inbox = [
    at(4, item('m1', 'one', 'delivered')),
    at(7, item('m2', 'two', 'delivered')),
    at(22, item('m3', 'three', 'delivered')),
  ]
  expect(talkOf(log, inbox).map(({ text }) => text)).toEqual([
    'one',
    'First.',
    'two',
    'Second.',
    'three',
    'Third.',
  ])
})

it('is empty without events and messages', () => {
  expect(talkOf([], [])).toEqual([])
})
