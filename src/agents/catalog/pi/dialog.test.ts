import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DialogReading, Dialog } from '../../command-line/dialog.ts'
import { createPiDialog } from './dialog.ts'

const sessionId = '01a1e1d7-5b97-73c2-9e3a-c702298181f1'

/** Three prompts to a real program: the second is steered, the third aborted; then settings. */
const lines = readFileSync(join(import.meta.dirname, 'fixtures/dialog/steered.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { type: string; id?: string })

function dialogWith(...ids: string[]): Dialog {
  return createPiDialog({
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
  const tokens = { total: input + output, input, output, cacheRead: 0, cacheWrite: 0 }
  return { end: { stopReason, sessionId, tokens, cost: { amount, currency: 'USD' } } }
}

test('reads the start and end of turns and the responses to commands', () => {
  const dialog = dialogWith('s', 'run', 'p1', 'p2', 'st', 'p3', 'm', 'l')
  expect(dialog.start()).toEqual([{ id: 's', type: 'get_state' }])
  expect(dialog.prompt('Hello', [{ data: 'AAAA', mimeType: 'image/png' }])).toEqual([
    {
      id: 'p1',
      type: 'prompt',
      message: 'Hello',
      images: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    },
  ])
  const steered: unknown[] = []
  const heard = lines.map((line) => {
    if (line.id === 'p2') dialog.prompt('Work', [])
    if (line.id === 'p3') dialog.prompt('Work on', [])
    if (line.id === 'st') steered.push(dialog.steer('Stop'))
    return dialog.read(line)
  })
  expect(steered).toEqual([{ id: 'st', send: [{ id: 'st', type: 'steer', message: 'Stop' }] }])
  expect(heard.flatMap(({ events }) => events)[0]).toEqual({
    type: 'session.started',
    sessionId,
    meta: {},
  })
  expect(heard.flatMap(moves)).toEqual([
    { begins: true },
    endOf('end-turn', [10, 5, 0.000175]),
    { begins: true },
    { answered: { id: 'st' } },
    endOf('end-turn', [30, 15, 0.000525]),
    { begins: true },
    endOf('cancelled', [40, 20, 0.0007]),
    { answered: { id: 'ab' } },
    { answered: { id: 'ab2' } },
    { answered: { id: 'st2' } },
    { answered: { id: 'cq' } },
    { answered: { id: 'm' } },
    { answered: { id: 'l' } },
  ])
})

test('emits no error for a canceled turn and clears its queue', () => {
  const dialog = dialogWith('s')
  expect(dialog.cancel()).toEqual([{ type: 'clear_queue' }, { type: 'abort' }])
  const aborted = lines.slice(lines.findIndex(({ id }) => id === 'p3'))
  expect(aborted.flatMap((line) => dialog.read(line).events).filter(({ type }) => type === 'error')).toEqual(
    [],
  )
})

test('withdraws a late message before the turn ends', () => {
  const dialog = dialogWith('s', 'run', 'late', 'later')
  dialog.read({ type: 'agent_start' })
  dialog.steer('Too late')
  dialog.steer('Too late as well')
  const queued = { type: 'response', command: 'steer', success: true, data: { disposition: 'queued' } }
  const back = { events: [], send: [{ type: 'clear_queue' }] }
  expect(dialog.read({ type: 'agent_settled', aborted: false })).toEqual({ events: [] })
  expect(dialog.read({ id: 'late', ...queued })).toEqual({
    ...back,
    answered: { id: 'late', error: 'The turn had ended' },
  })
  expect(dialog.read({ id: 'later', ...queued })).toEqual({
    ...back,
    answered: { id: 'later', error: 'The turn had ended' },
    end: { stopReason: 'unknown' },
  })
})

test('sets the model with its provider, and no modes', () => {
  const dialog = dialogWith('s', 'run', 'one', 'two', 'three', 'four')
  for (const line of lines.slice(0, 1)) dialog.read(line)
  expect(dialog.set('model', 'openrouter/openai/gpt-5.2')).toEqual({
    id: 'one',
    send: [{ id: 'one', type: 'set_model', provider: 'openrouter', modelId: 'openai/gpt-5.2' }],
  })
  expect(dialog.set('model', 'claude-opus-5-5')).toEqual({
    id: 'two',
    send: [{ id: 'two', type: 'set_model', provider: 'anthropic', modelId: 'claude-opus-5-5' }],
  })
  expect(dialog.set('effort', 'low')).toEqual({
    id: 'three',
    send: [{ id: 'three', type: 'set_thinking_level', level: 'low' }],
  })
  expect(dialog.set('mode', 'plan')).toBe(undefined)
  const error = 'Model not found: x/nothere'
  expect(dialog.read({ id: 'one', type: 'response', command: 'set_model', success: false, error })).toEqual({
    events: [],
    answered: { id: 'one', error },
  })
})

test('ends the turn of a rejected prompt, and declines questions of extensions', () => {
  const dialog = dialogWith('s', 'run', 'p1')
  dialog.prompt('Hello', [])
  const refusal = { type: 'response', command: 'prompt', success: false, error: 'No model' }
  expect(dialog.read({ id: 'p1', ...refusal })).toEqual({
    events: [],
    end: { stopReason: 'error', error: { message: 'No model', code: 'AGENT_ERROR' } },
  })
  const question = { type: 'extension_ui_request', id: 'q', method: 'confirm', title: 'Clear?' }
  expect(dialog.read(question)).toEqual({
    events: [{ type: 'raw', source: 'pi-json', payload: question }],
    send: [{ type: 'extension_ui_response', id: 'q', cancelled: true }],
  })
})

test('asks what the extension of Capstan asks, and answers it', () => {
  const dialog = dialogWith('s')
  dialog.read({ id: 's', type: 'response', command: 'get_state', success: true, data: { sessionId } })
  const input = { path: 'a.txt', content: 'hello' }
  const ask = (id: string, title: string): DialogReading =>
    dialog.read({ type: 'extension_ui_request', id, method: 'select', title, options: ['Approve', 'Deny'] })
  expect(ask('q', JSON.stringify({ toolCallId: 'call-1', tool: 'write', input }))).toEqual({
    events: [
      {
        sessionId,
        type: 'permission.requested',
        requestId: 'q',
        title: 'Write a.txt',
        subject: {
          type: 'tool-call',
          toolCall: {
            toolCallId: 'call-1',
            tool: 'write',
            title: 'Write a.txt',
            kind: 'edit',
            locations: [{ path: '/workspace/repo/a.txt' }],
            content: [
              {
                type: 'diff',
                changes: [{ operation: 'add', path: '/workspace/repo/a.txt', newText: 'hello' }],
              },
            ],
            input,
          },
        },
        options: [
          { optionId: 'Approve', name: 'Allow', kind: 'allow-once' },
          { optionId: 'Deny', name: 'Deny', kind: 'reject-once' },
        ],
      },
    ],
  })
  const response = { type: 'extension_ui_response', id: 'q' }
  expect(dialog.answer('q', { type: 'selected', optionId: 'Approve' })).toEqual([
    { ...response, value: 'Approve' },
  ])
  expect(dialog.answer('q', { type: 'cancelled' })).toEqual([{ ...response, cancelled: true }])
  expect(ask('other', 'Which color?').send).toEqual([
    { type: 'extension_ui_response', id: 'other', cancelled: true },
  ])
})

test('sends an image to a running turn', () => {
  const images = [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]
  expect(dialogWith('a', 'b', '1').steer('look', [{ data: 'AAAA', mimeType: 'image/png' }])).toEqual({
    id: '1',
    send: [{ id: '1', type: 'steer', message: 'look', images }],
  })
})
