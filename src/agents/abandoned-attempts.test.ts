import { describe, expect, test } from 'vitest'
import { readOutput } from '../../test/support/read-output.ts'
import type { AgentEvent } from '../events/event.ts'
import { createClaudeReader } from './catalog/claude/events.ts'
import { readClaudeSigns } from './catalog/claude/acp-signs.ts'
import { createCodexReader } from './catalog/codex/events.ts'
import { readCodexSigns } from './catalog/codex/acp-signs.ts'
import { createCopilotReader } from './catalog/copilot/events.ts'
import { readOpencodeLog } from './catalog/opencode/log.ts'
import { createPiReader } from './catalog/pi/events.ts'

/** What was said, taken back and retried, in order. */
function account(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'text.delta' && event.role !== 'user') return [event.text]
    if (event.type === 'message.retracted') return [`retracted: ${event.text}`]
    return event.type === 'notice' ? [event.title] : []
  })
}

describe('an answer that the provider cut once', () => {
  test.each([
    ['claude', createClaudeReader, 'claude retries: attempt 1 of 10'],
    ['copilot', createCopilotReader, 'copilot retries: attempt 1'],
    ['pi', createPiReader, 'pi retries: attempt 1 of 3'],
  ] as const)('is taken back by %s before it starts again', (agent, create, notice) => {
    const file = new URL(`catalog/${agent}/fixtures/output/cut.ndjson`, import.meta.url)
    const { events, end } = readOutput(create, file)
    expect(account(events).slice(0, 5)).toEqual([
      'One two three four',
      'retracted: One two three four',
      notice,
      'One two three four',
      'five',
    ])
    expect(end.stopReason).toBe('end-turn')
  })

  test('is not visible with codex, which prints whole items', () => {
    const file = new URL('catalog/codex/fixtures/output/cut.ndjson', import.meta.url)
    expect(account(readOutput(createCodexReader, file).events)).toEqual([
      'codex retries: attempt 1 of 5',
      'One two three four',
      'five',
    ])
  })

  test('claude retracts the part that was not complete', () => {
    const file = new URL('catalog/claude/fixtures/output/cut-after-thinking.ndjson', import.meta.url)
    const { events } = readOutput(createClaudeReader, file, { exit: { exitCode: 1 } })
    expect(account(events).slice(0, 2)).toEqual(['One two three four', 'retracted: One two three four'])
    expect(events.filter(({ type }) => type === 'message.retracted')).not.toContainEqual(
      expect.objectContaining({ thinking: expect.anything() }),
    )
  })
})

const said = (messageId: string, text = 'x'): AgentEvent => ({ type: 'text.delta', text, messageId })

describe('the signs of claude over ACP', () => {
  const sdk = (message: object): AgentEvent => ({
    type: 'raw',
    source: 'acp',
    payload: { method: '_claude/sdkMessage', params: { sessionId: 's', message } },
  })
  const whole = sdk({ type: 'assistant', parent_tool_use_id: null, message: { content: [] } })

  test('a retry', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, error_status: 529 }
    expect(readClaudeSigns()(sdk(retry))).toEqual({
      type: 'retry',
      attempt: 2,
      most: 10,
      status: 529,
      reason: 'the provider answered HTTP 529',
    })
  })

  test('keeps a complete message and restarts an incomplete one', () => {
    const read = readClaudeSigns()
    expect([said('a'), whole, said('b'), said('b'), said('c')].map(read)).toEqual([
      undefined,
      { type: 'settled' },
      undefined,
      undefined,
      { type: 'restart' },
    ])
  })

  test('ignores the text of a subagent', () => {
    const read = readClaudeSigns()
    const other = sdk({ type: 'assistant', parent_tool_use_id: 'call', message: { content: [] } })
    expect([said('a'), other, said('b')].map(read)).toEqual([
      undefined,
      { type: 'aside' },
      { type: 'restart' },
    ])
  })

  test('does not emit the text of a failure as agent text', () => {
    const read = readClaudeSigns()
    const words = 'API Error: 529 It is overloaded.'
    const failed = { type: 'assistant', error: 'overloaded', message: { content: [{ text: words }] } }
    expect([sdk({ ...failed, parent_tool_use_id: null }), said('m', words)].map(read)).toEqual([
      { type: 'settled' },
      { type: 'failure', message: words },
    ])
  })
})

describe('the signs of codex over ACP', () => {
  const error = {
    message: 'Reconnecting... 1/5',
    codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: 500 } },
    additionalDetails: 'stream disconnected before completion',
    willRetry: true,
  }
  const update = (codex: object): AgentEvent => ({ type: 'session.updated', meta: { codex } })
  const active = { threadStatus: { type: 'active' } }
  const retry = {
    type: 'retry',
    attempt: 1,
    most: 5,
    status: 500,
    reason: 'stream disconnected before completion',
  }

  test('reports a retry once, although each later update repeats it', () => {
    const updates = [active, { ...active, error }, { threadStatus: { type: 'idle' }, error }]
    expect(updates.map(update).map(readCodexSigns())).toEqual([undefined, retry, undefined])
  })

  test('reports the same error without other changes as another retry', () => {
    const updates = [active, { ...active, error }, { ...active, error }]
    expect(updates.map(update).map(readCodexSigns())).toEqual([undefined, retry, retry])
  })

  test('keeps a message that another one follows', () => {
    expect([said('a'), said('a'), said('b')].map(readCodexSigns())).toEqual([
      undefined,
      undefined,
      { type: 'next' },
    ])
  })

  test('reads text after a system error as the failure', () => {
    const failed = update({ threadStatus: { type: 'systemError' } })
    expect([failed, said('a', 'exceeded retry limit\n\n')].map(readCodexSigns())).toEqual([
      undefined,
      { type: 'failure', message: 'exceeded retry limit' },
    ])
  })
})

describe('the signs of opencode in its log', () => {
  const line = (message: string, more = ''): string =>
    `timestamp=2026-11-17T09:09:30.311Z level=INFO run=ec2 message=${message} session.id=ses_1 ${more}`
  const model = 'small=false agent=build mode=primary'
  const begins = line('process', 'messageID=msg_1')
  const attempt = line('stream', model)
  const failed = line('"stream error"', `${model} error.error="AI_APICallError: Cannot connect to API"`)
  const reason = 'AI_APICallError: Cannot connect to API'
  const cut = { type: 'retry', attempt: 1, reason: 'the provider cut its answer' }

  test.each([
    ['a second attempt at a message is a retry', [begins, attempt, attempt], [cut]],
    ['a failed attempt gives the reason', [begins, attempt, failed, attempt], [{ ...cut, reason }]],
    ['a failure that ends the turn is no retry', [begins, attempt, failed], []],
    ['the next message begins with its first attempt', [begins, attempt, begins, attempt], []],
    [
      'the title of a session is no part of the answer',
      [begins, attempt, line('stream', 'small=true agent=title mode=primary')],
      [],
    ],
    ['subagents answer in sessions of their own', [begins, attempt, attempt.replace('ses_1', 'ses_2')], []],
  ])('%s', (_name, lines, signs) => {
    const read = readOpencodeLog()
    expect(lines.map(read).filter((sign) => sign !== undefined)).toEqual(signs)
  })
})
