import { describe, expect, test } from 'vitest'
import { translateUpdateV1 } from './reading/updates-v1.ts'
import { translateUpdateV2 } from './reading/updates-v2.ts'

const sessionId = 'session-1'

describe('a part of an unknown type', () => {
  test('is kept unchanged in a chunk', () => {
    const update = {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'message-1',
      content: { type: 'hologram', depth: 3, _meta: { a: 1 } },
    }
    expect(translateUpdateV1({ sessionId, update })).toStrictEqual({
      type: 'content.delta',
      sessionId,
      messageId: 'message-1',
      content: { type: 'unknown', originalType: 'hologram', data: { depth: 3, _meta: { a: 1 } } },
    })
  })

  test('is kept unchanged in a tool call of version 1, beside known parts', () => {
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: 'Draw',
      status: 'in_progress',
      kind: 'draw_picture',
      content: [
        { type: 'canvas', width: 5 },
        { type: 'diff', path: '/repo/a.txt', oldText: 'a', newText: 'b' },
      ],
    }
    expect(translateUpdateV1({ sessionId, update })).toStrictEqual({
      type: 'tool.called',
      sessionId,
      toolCallId: 'call-1',
      title: 'Draw',
      status: 'in-progress',
      kind: 'draw_picture',
      content: [
        { type: 'unknown', originalType: 'canvas', data: { width: 5 } },
        { type: 'diff', changes: [{ operation: 'modify', path: '/repo/a.txt', oldText: 'a', newText: 'b' }] },
      ],
    })
  })

  test('is kept unchanged as a setting and as a plan of version 1', () => {
    const colour = { id: 'colour', name: 'Colour', type: 'colour', currentValue: '#fff' }
    const config = { sessionUpdate: 'config_option_update', configOptions: [colour] }
    expect(translateUpdateV1({ sessionId, update: config })).toStrictEqual({
      type: 'config.changed',
      sessionId,
      options: [
        {
          type: 'unknown',
          originalType: 'colour',
          id: 'colour',
          name: 'Colour',
          data: { currentValue: '#fff' },
        },
      ],
    })
    const plan = { sessionUpdate: 'plan_update', plan: { type: 'graph', planId: 'plan-1', edges: [] } }
    expect(translateUpdateV1({ sessionId, update: plan })).toStrictEqual({
      type: 'plan.updated',
      sessionId,
      plan: { type: 'unknown', originalType: 'graph', planId: 'plan-1', data: { edges: [] } },
    })
  })
})

describe('a malformed field', () => {
  test('does not prevent the end of a turn', () => {
    const update = {
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'end_turn',
      usage: { totalTokens: 5, inputTokens: 'many' },
      background: 'none',
    }
    const params = { sessionId, update }
    expect(translateUpdateV2(params)).toStrictEqual({
      type: 'status.changed',
      sessionId,
      status: 'idle',
      stopReason: 'end-turn',
      tokens: { total: 5 },
      native: params,
    })
  })

  test('does not prevent the end of a tool call, and removes only the bad item of a list', () => {
    const good = { type: 'content', content: { type: 'text', text: 'ok' } }
    const update = {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call-1',
      title: 7,
      status: 'completed',
      content: [{ type: 'terminal' }, good],
    }
    const params = { sessionId, update, _meta: { trace: 'a' } }
    expect(translateUpdateV1(params)).toStrictEqual({
      type: 'tool.updated',
      sessionId,
      toolCallId: 'call-1',
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'ok' } }],
      envelopeMeta: { trace: 'a' },
      native: params,
    })
  })

  test('turns the update into a raw event if the field is required', () => {
    const update = { sessionUpdate: 'tool_call_update', status: 'completed', title: 7 }
    expect(translateUpdateV2({ sessionId, update })).toStrictEqual({
      type: 'raw',
      sessionId,
      source: 'acp',
      payload: update,
    })
    const noText = { sessionUpdate: 'agent_message_chunk', content: { type: 'text' } }
    expect(translateUpdateV1({ sessionId, update: noText })).toStrictEqual({
      type: 'raw',
      sessionId,
      source: 'acp',
      payload: noText,
    })
  })

  test.each([-1, 1.5, '3', null])('rejects %j as a count', (used) => {
    const update = { sessionUpdate: 'usage_update', used, size: 10 }
    expect(translateUpdateV1({ sessionId, update })).toStrictEqual({
      type: 'raw',
      sessionId,
      source: 'acp',
      payload: update,
    })
  })

  test('turns params without an update into a raw event', () => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } }
    expect(translateUpdateV1({ update })).toStrictEqual({ type: 'raw', source: 'acp', payload: { update } })
    expect(translateUpdateV1({ sessionId, update: [] })).toStrictEqual({
      type: 'raw',
      sessionId,
      source: 'acp',
      payload: { sessionId, update: [] },
    })
  })
})

describe('null', () => {
  const update = {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'call-1',
    title: null,
    content: null,
    rawOutput: null,
    _meta: null,
  }

  test('means absent in a tool call of version 1, except for the output', () => {
    expect(translateUpdateV1({ sessionId, update })).toStrictEqual({
      type: 'tool.updated',
      sessionId,
      toolCallId: 'call-1',
      output: null,
    })
  })

  test('clears a field of a tool call of version 2', () => {
    expect(translateUpdateV2({ sessionId, update })).toStrictEqual({
      type: 'tool.updated',
      sessionId,
      toolCallId: 'call-1',
      title: null,
      content: null,
      output: null,
      meta: null,
    })
  })
})

test('passes an update kind of the other version on as raw', () => {
  const update = { sessionUpdate: 'state_update', state: 'idle' }
  const raw = { type: 'raw', sessionId, source: 'acp', payload: update }
  expect(translateUpdateV1({ sessionId, update })).toStrictEqual(raw)
  const call = { sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Run' }
  expect(translateUpdateV2({ sessionId, update: call })).toStrictEqual({ ...raw, payload: call })
})

test('treats keys of the object prototype as data', () => {
  const update: unknown = JSON.parse(
    '{"sessionUpdate":"notice","severity":"constructor","title":"t","_meta":{"__proto__":{"a":1}}}',
  )
  const event = translateUpdateV1({ sessionId, update })
  expect(event).toMatchObject({ type: 'notice', severity: 'constructor' })
  expect(JSON.stringify(event.meta)).toBe('{"__proto__":{"a":1}}')
})
