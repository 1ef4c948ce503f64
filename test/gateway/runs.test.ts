import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

/** The event types of a stream without state events. Deltas of a text count once: their number depends on time. */
function typesOf(events: readonly { type: string }[]): string[] {
  return events
    .map(({ type }) => type)
    .filter((type) => !type.startsWith('STATE_'))
    .filter((type, index, types) => !(type.endsWith('_CONTENT') && type === types[index - 1]))
}

function allow(status: 'resolved' | 'cancelled', payload?: unknown) {
  return (interrupts: readonly { id: string }[]) =>
    interrupts.map(({ id }) => ({ interruptId: id, status, ...(payload === undefined ? {} : { payload }) }))
}

describe.each(generations)('a %s client', (generation) => {
  test('gets thinking and text as messages', async () => {
    const { agent } = await lab.open({
      prompts: [
        [
          { step: 'thought', text: 'well' },
          { step: 'text', text: 'all is well' },
        ],
      ],
    })
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'say it' })
    const { events, messages, complaints, result } = await runClient(one, { runId: 'r1' })
    expect(complaints).toEqual([])
    expect(result).toEqual({ stopReason: 'end-turn' })
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ])
    expect(messages).toEqual([
      { id: 'u1', role: 'user', content: 'say it' },
      { id: 'r1:reasoning:1', role: 'reasoning', content: 'well' },
      { id: 'r1:text:2', role: 'assistant', content: 'all is well' },
    ])
  })

  test('gets the usage of the first run with its model', async () => {
    const { agent } = await lab.open()
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
    const { events } = await runClient(one)
    expect(events.at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      usage: [{ model: 'sim-small', inputTokens: expect.any(Number), outputTokens: expect.any(Number) }],
    })
  })

  test('gets tool calls with their input once and their result as text', async () => {
    const { agent } = await lab.open({
      prompts: [
        [{ step: 'tool', title: 'Look', name: 'Read', kind: 'read', rawInput: { path: 'a' }, text: 'found' }],
      ],
    })
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'look' })
    const { events, complaints } = await runClient(one)
    expect(complaints).toEqual([])
    const calls = events.filter(({ type }) => type.startsWith('TOOL_'))
    const { toolCallId } = calls[0] as unknown as { toolCallId: string }
    expect(calls).toEqual([
      {
        type: 'TOOL_CALL_START',
        toolCallId,
        toolCallName: 'Read',
        metadata: { capstan: { title: 'Look', kind: 'read' } },
      },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"path":"a"}' },
      { type: 'TOOL_CALL_END', toolCallId },
      {
        type: 'TOOL_CALL_RESULT',
        messageId: `result:${toolCallId}`,
        toolCallId,
        content: 'found',
        role: 'tool',
      },
    ])
  })

  test('is interrupted by a question, and the agent continues with the answer', async () => {
    const { agent } = await lab.open()
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'write a.txt hello' })
    const first = await runClient(one)
    expect(first.complaints).toEqual([])
    const [interrupt] = one.pendingInterrupts
    expect(first.events.at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'interrupt', interrupts: [{ reason: 'tool_call' }] },
    })
    const started = first.events.find(({ type }) => type === 'TOOL_CALL_START')
    expect(interrupt?.toolCallId).toBe(started?.['toolCallId'])
    expect(existsSync(join(lab.lab.workspace, 'a.txt'))).toBe(false)

    const second = await runClient(one, {
      resume: allow('resolved', { approved: true })(one.pendingInterrupts),
    })
    expect(second.complaints).toEqual([])
    expect(readFileSync(join(lab.lab.workspace, 'a.txt'), 'utf8').trim()).toBe('hello')
    expect(typesOf(second.events).filter((type) => type.startsWith('TOOL_'))).toEqual(['TOOL_CALL_RESULT'])
    expect(second.events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(one.pendingInterrupts).toEqual([])
  })

  test('denies a request, and the agent is informed', async () => {
    const { agent } = await lab.open()
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'write a.txt hello' })
    await runClient(one)
    const { events, complaints } = await runClient(one, {
      resume: allow('resolved', { approved: false })(one.pendingInterrupts),
    })
    expect(complaints).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(events.find(({ type }) => type === 'TOOL_CALL_RESULT')).toMatchObject({
      metadata: { capstan: { isError: true } },
    })
    expect(existsSync(join(lab.lab.workspace, 'a.txt'))).toBe(false)
  })

  test('answers a form', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const { agent } = await lab.open({ prompts: [[{ step: 'elicit', message: 'Who?', form }]] })
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'ask me' })
    await runClient(one)
    expect(one.pendingInterrupts).toMatchObject([
      { reason: 'input_required', message: 'Who?', responseSchema: form },
    ])
    const wrong = await runClient(one, { resume: allow('resolved', { name: 1 })(one.pendingInterrupts) })
    expect(wrong.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'invalid_resume' })
    const right = await runClient(one, { resume: allow('resolved', { name: 'Ada' })(one.pendingInterrupts) })
    expect(right.complaints).toEqual([])
    expect(JSON.stringify(right.messages.at(-1))).toContain('Ada')
  })

  test('continues in the same session, and gets an error', async () => {
    const { agent } = await lab.open({ prompts: [[{ step: 'text', text: 'one' }], [{ step: 'crash' }]] })
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'first' })
    await runClient(one)
    one.addMessage({ id: 'u2', role: 'user', content: 'second' })
    const { events, complaints } = await runClient(one)
    expect(complaints).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'agent_exited' })
    expect(lab.lab.sent('session/new')).toHaveLength(1)
    const prompts = lab.lab.sent('session/prompt').map(({ params }) => params?.['prompt'])
    expect(prompts).toEqual([[{ type: 'text', text: 'first' }], [{ type: 'text', text: 'second' }]])
  })

  test('stops the agent by disconnecting', async () => {
    const { agent } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
    const one = agent(generation)
    one.addMessage({ id: 'u1', role: 'user', content: 'wait' })
    const running = one.runAgent({}, { onTextMessageContentEvent: () => one.abortRun() })
    await running
    await vi.waitFor(() => expect(lab.lab.sent('session/cancel')).toHaveLength(1))
  })

  test('gets a cancelled outcome when the run is stopped', async () => {
    const { agent, url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
    const one = agent(generation, 'stopped')
    one.addMessage({ id: 'u1', role: 'user', content: 'wait' })
    one.subscribe({
      onTextMessageContentEvent: async () => {
        const stop = await fetch(`${url}/agent/sim/stop/stopped`, {
          method: 'POST',
          headers: { authorization: 'Bearer a-token-for-the-tests-of-the-gateway' },
        })
        expect(await stop.json()).toEqual({ stopped: true })
      },
    })
    const { events, complaints } = await runClient(one)
    expect(complaints).toEqual([])
    const last = events.at(-1)
    expect(last).toMatchObject({ type: 'RUN_FINISHED', result: { stopReason: 'cancelled' } })
    expect(last?.['outcome']).toEqual(generation === 'current' ? { type: 'cancelled' } : undefined)
  })
})
