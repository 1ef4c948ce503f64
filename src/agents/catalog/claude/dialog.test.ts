import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DialogReading, Dialog } from '../../command-line/dialog.ts'
import { createClaudeDialog } from './dialog.ts'

const first = '11111111-1111-4111-8111-111111111111'
const second = '22222222-2222-4222-8222-222222222222'
const third = '33333333-3333-4333-8333-333333333333'
const late = '44444444-4444-4444-8444-444444444444'
const last = '55555555-5555-4555-8555-555555555555'
const sessionId = '6fefe5d7-f6a0-4e64-a326-ac77b1767635'

/** Four prompts to a real program: one is steered, one is steered too late, and one is interrupted while it asks. */
const lines = readFileSync(join(import.meta.dirname, 'fixtures/dialog/steered.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line): unknown => JSON.parse(line))

function dialogWith(...ids: string[]): Dialog {
  return createClaudeDialog({
    cwd: '/workspace/repo',
    approval: 'everything',
    createId: () => ids.shift() ?? 'none',
  })
}

/** Everything but the events. */
function moves(reading: DialogReading): object[] {
  const rest = Object.entries(reading).filter(([name]) => name !== 'events')
  return rest.length === 0 ? [] : [Object.fromEntries(rest)]
}

function endOf(stopReason: string, [input, output, amount]: [number, number, number]): object {
  const tokens = { input, output, cacheRead: 0, cacheWrite: 0, thinking: 0, total: input + output }
  return { end: { stopReason, sessionId, tokens, cost: { amount, currency: 'USD' } } }
}

test('ends a turn after Claude has read all of its messages', () => {
  const dialog = dialogWith(first, second, third, late, last)
  expect(dialog.start()).toEqual([])
  expect(dialog.prompt('Hello', [{ data: 'AAAA', mimeType: 'image/png' }])).toEqual([
    {
      type: 'user',
      uuid: first,
      message: {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'text', text: 'Hello' },
        ],
      },
      parent_tool_use_id: null,
    },
  ])
  expect(dialog.steer('and this')).toEqual({
    send: [
      {
        type: 'user',
        uuid: second,
        message: { role: 'user', content: 'and this' },
        parent_tool_use_id: null,
      },
    ],
  })
  const read: object[] = []
  for (const line of lines) {
    read.push(...moves(dialog.read(line)))
    // The next prompt follows its end at once; this one is steered when it has almost ended.
    if (read.length === 3) {
      dialog.prompt('Long', [])
      dialog.steer('late')
      read.push({ said: 2 })
    }
  }
  expect(read).toEqual([
    { begins: true },
    { answered: { id: '0038ea3f-0da5-4a56-b8e8-27127680c0f6' } },
    endOf('end-turn', [20, 10, 0.00014000000000000001]),
    { said: 2 },
    { begins: true },
    // The result of the third prompt is not the end: the late message becomes a turn of its own.
    { begins: true },
    endOf('end-turn', [40, 20, 0.00028000000000000003]),
    { begins: true },
    { withdrawn: '174b67e6-86fc-4f8f-bdeb-e6e9137d66f1' },
    { answered: { id: 'int' } },
    endOf('cancelled', [50, 25, 0.00035000000000000005]),
  ])
})

test('asks for a permission and sends the answer', () => {
  const question = '0038ea3f-0da5-4a56-b8e8-27127680c0f6'
  const input = { command: 'sleep 1.5 && touch x' }
  const asked = (): Dialog => {
    const dialog = dialogWith()
    const events = lines.slice(0, 6).flatMap((line) => dialog.read(line).events)
    expect(events.at(-1)).toEqual({
      type: 'permission.requested',
      sessionId,
      requestId: question,
      title: 'sleep 1.5 && touch x',
      subject: {
        type: 'tool-call',
        toolCall: {
          toolCallId: 'call_2240d992d67044138d2edcd28a948c7c',
          tool: 'Bash',
          title: 'sleep 1.5 && touch x',
          kind: 'execute',
          input,
        },
      },
      options: [
        { optionId: 'allow', name: 'Allow', kind: 'allow-once' },
        { optionId: 'allow-always', name: 'Allow for this session', kind: 'allow-always' },
        { optionId: 'deny', name: 'Deny', kind: 'reject-once' },
      ],
    })
    return dialog
  }
  const answer = (response: object): object[] => [
    { type: 'control_response', response: { subtype: 'success', request_id: question, response } },
  ]
  const allowed = { behavior: 'allow', updatedInput: input }
  const rules = [{ toolName: 'Bash', ruleContent: 'sleep 1.5 && touch x' }]
  expect(asked().answer(question, { type: 'selected', optionId: 'allow' })).toEqual(answer(allowed))
  expect(asked().answer(question, { type: 'selected', optionId: 'allow-always' })).toEqual(
    answer({
      ...allowed,
      updatedPermissions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }],
    }),
  )
  expect(asked().answer(question, { type: 'selected', optionId: 'deny' })).toEqual(
    answer({ behavior: 'deny', message: 'This was not allowed' }),
  )
  const dialog = asked()
  expect(dialog.answer(question, { type: 'cancelled' })).toEqual(
    answer({ behavior: 'deny', message: 'This was not allowed', interrupt: true }),
  )
  expect(dialog.answer(question, { type: 'cancelled' })).toEqual([])
})

test('matches responses to requests, including rejected ones', () => {
  const dialog = dialogWith('one', 'two', 'three', 'four')
  const request = (id: string, body: object): object => ({
    type: 'control_request',
    request_id: id,
    request: body,
  })
  expect(dialog.cancel()).toEqual([request('one', { subtype: 'interrupt' })])
  expect(dialog.set('model', 'opus')).toEqual({
    id: 'two',
    send: [request('two', { subtype: 'set_model', model: 'opus' })],
  })
  expect(dialog.set('effort', 'high')).toEqual({
    id: 'three',
    send: [request('three', { subtype: 'apply_flag_settings', settings: { effortLevel: 'high' } })],
  })
  expect(dialog.set('mode', 'nope')).toEqual({
    id: 'four',
    send: [request('four', { subtype: 'set_permission_mode', mode: 'nope' })],
  })
  const error = 'Cannot set permission mode'
  expect(
    dialog.read({ type: 'control_response', response: { subtype: 'error', request_id: 'four', error } }),
  ).toEqual({ events: [], answered: { id: 'four', error } })
})

test('rejects an unsupported control request', () => {
  expect(
    dialogWith().read({ type: 'control_request', request_id: 'x', request: { subtype: 'hook' } }),
  ).toEqual({
    events: [],
    send: [
      {
        type: 'control_response',
        response: { subtype: 'error', request_id: 'x', error: 'hook is not supported' },
      },
    ],
  })
})

test('ends each turn with its result if Claude does not report message states', () => {
  const dialog = dialogWith(first)
  dialog.prompt('Hello', [])
  const untracked = lines.filter((line) => (line as { type: string }).type !== 'command_lifecycle')
  expect(untracked.slice(0, 9).flatMap((line) => moves(dialog.read(line)))).toEqual([
    { begins: true },
    { answered: { id: '0038ea3f-0da5-4a56-b8e8-27127680c0f6' } },
    endOf('end-turn', [20, 10, 0.00014000000000000001]),
  ])
})

test('sends an image to a running turn', () => {
  const dialog = createClaudeDialog({ cwd: '/w', approval: 'nothing', createId: () => 'u1' })
  const content = [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'text', text: 'look' },
  ]
  expect(dialog.steer('look', [{ data: 'AAAA', mimeType: 'image/png' }])).toEqual({
    send: [{ type: 'user', uuid: 'u1', message: { role: 'user', content }, parent_tool_use_id: null }],
  })
})
