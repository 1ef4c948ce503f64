import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning } from '../../../test/support/processes.ts'
import { createSimPlace, RawClient, type SimPlace, type WireMessage } from '../../../test/support/sim.ts'
import type { Scenario, Step } from './scenario.ts'

let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
})
afterEach(async () => await place.remove())

function start(scenario: Scenario): RawClient {
  return new RawClient(place.start([], scenario))
}

/** Opens a session with this script and sends a prompt; returns the id of the request. */
async function prompted(
  steps: Step[],
  more: Scenario = {},
): Promise<{ raw: RawClient; id: number; sessionId: string }> {
  const raw = start({ ...more, prompts: [steps] })
  const sessionId = await raw.open(place.workspace)
  const id = raw.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] })
  return { raw, id, sessionId }
}

const answerTo =
  (id: number) =>
  (message: WireMessage): boolean =>
    message.id === id && message.method === undefined

/** Follows the steps to the answer of the prompt. */
async function followed(steps: Step[]): Promise<{ raw: RawClient; answer: WireMessage }> {
  const { raw, id } = await prompted(steps)
  return { raw, answer: await raw.until(answerTo(id)) }
}

describe('text of a script', () => {
  it('is sent unchanged', async () => {
    const { raw, answer } = await followed([
      { step: 'thought', text: 'hm' },
      { step: 'text', text: 'one two' },
      {
        step: 'tool',
        title: 'Look',
        kind: 'read',
        status: 'failed',
        rawInput: { a: 1 },
        text: 'nothing there',
      },
      { step: 'update', update: { sessionUpdate: 'from_the_future', of: '$sessionId', at: ['$cwd'] } },
      {
        step: 'usage',
        used: 10,
        size: 100,
        cost: { amount: 0.5, currency: 'USD' },
        turn: { totalTokens: 3 },
      },
      { step: 'stop', stopReason: 'max_tokens' },
      { step: 'text', text: 'never' },
    ])
    expect(answer.result).toEqual({ stopReason: 'max_tokens', usage: { totalTokens: 3 } })
    const any = expect.any(String) as string
    expect(raw.updates('available_commands_update', 'session_info_update')).toEqual([
      { sessionUpdate: 'agent_thought_chunk', messageId: any, content: { type: 'text', text: 'hm' } },
      { sessionUpdate: 'agent_message_chunk', messageId: any, content: { type: 'text', text: 'one ' } },
      { sessionUpdate: 'agent_message_chunk', messageId: any, content: { type: 'text', text: 'two' } },
      {
        sessionUpdate: 'tool_call',
        toolCallId: any,
        title: 'Look',
        kind: 'read',
        status: 'pending',
        rawInput: { a: 1 },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: any,
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: 'nothing there' } }],
      },
      { sessionUpdate: 'from_the_future', of: expect.stringMatching(/^sim_/), at: [place.workspace] },
      { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } },
    ])
  })

  it('handles plain prompts after the script, or repeats it', async () => {
    const raw = start({ prompts: [[{ step: 'text', text: 'scripted' }]] })
    const sessionId = await raw.open(place.workspace)
    const prompt = [{ type: 'text', text: 'say plain' }]
    await raw.request('session/prompt', { sessionId, prompt })
    await raw.request('session/prompt', { sessionId, prompt })
    expect(raw.text()).toBe('scriptedplain\n')
    const again = start({ prompts: [[{ step: 'plain' }, { step: 'text', text: '!' }]], repeat: true })
    const other = await again.open(place.workspace)
    await again.request('session/prompt', { sessionId: other, prompt })
    await again.request('session/prompt', { sessionId: other, prompt })
    expect(again.text()).toBe('plain\n!plain\n!')
  })

  it('can be empty', async () => {
    const { raw, answer } = await followed([{ step: 'end-turn-empty' }])
    expect(answer.result).toEqual({ stopReason: 'end_turn' })
    expect(raw.updates('available_commands_update', 'session_info_update')).toEqual([])
  })

  it('floods, and can still be cancelled', async () => {
    const { answer, raw } = await followed([{ step: 'flood', count: 20_000, text: 'x' }])
    expect(answer.result).toEqual({ stopReason: 'end_turn' })
    expect(raw.text()).toBe('x'.repeat(20_000))
    const endless = await prompted([{ step: 'flood', count: 1e9, text: 'x' }])
    await endless.raw.until(({ params }) => JSON.stringify(params)?.includes('agent_message_chunk'))
    endless.raw.send({ method: 'session/cancel', params: { sessionId: endless.sessionId } })
    expect((await endless.raw.until(answerTo(endless.id))).result).toEqual({ stopReason: 'cancelled' })
  })
})

describe('requests to the client', () => {
  it('can be a permission with any options', async () => {
    const options = [{ optionId: 'only', name: 'Only this', kind: 'allow_always' }]
    const { raw, id, sessionId } = await prompted([
      { step: 'permission', title: 'Launch', kind: 'execute', rawInput: {}, options },
    ])
    const question = await raw.until(({ method }) => method === 'session/request_permission')
    expect(question.params).toEqual({
      sessionId,
      toolCall: {
        toolCallId: expect.any(String),
        title: 'Launch',
        kind: 'execute',
        status: 'pending',
        rawInput: {},
      },
      options,
    })
    raw.send({ id: question.id, result: { outcome: { outcome: 'selected', optionId: 'only' } } })
    await raw.until(answerTo(id))
    expect(raw.text()).toBe(
      'session/request_permission: {"result":{"outcome":{"outcome":"selected","optionId":"only"}}}\n',
    )
  })

  it('can be any method, and its response is reported', async () => {
    const { raw, id, sessionId } = await prompted([
      {
        step: 'ask-client',
        method: 'fs/read_text_file',
        params: { sessionId: '$sessionId', path: '/etc/passwd' },
      },
    ])
    const question = await raw.until(({ method }) => method === 'fs/read_text_file')
    expect(question.params).toEqual({ sessionId, path: '/etc/passwd' })
    raw.send({ id: question.id, error: { code: -32_601, message: 'no files here' } })
    await raw.until(answerTo(id))
    expect(raw.text()).toBe('fs/read_text_file: {"error":{"code":-32601,"message":"no files here"}}\n')
  })

  it('can be a form, or a URL that is completed later', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } } }
    const { raw, id } = await prompted([
      { step: 'elicit', message: 'Who?', form },
      { step: 'elicit', message: 'Log in', url: 'https://example.com/' },
    ])
    const first = await raw.until(({ method }) => method === 'elicitation/create')
    expect(first.params).toMatchObject({ mode: 'form', message: 'Who?', requestedSchema: form })
    raw.send({ id: first.id, result: { action: 'accept', content: { name: 'Ada' } } })
    const second = await raw.until(({ params }) => params?.['mode'] === 'url')
    expect(second.params).toMatchObject({ url: 'https://example.com/', elicitationId: expect.any(String) })
    raw.send({ id: second.id, result: { action: 'decline' } })
    await raw.until(answerTo(id))
    expect(raw.text()).toContain('{"result":{"action":"accept","content":{"name":"Ada"}}}')
    const done = raw.messages.find(({ method }) => method === 'elicitation/complete')
    expect(done?.params).toEqual({ elicitationId: second.params?.['elicitationId'] })
  })
})

describe('a broken wire', () => {
  it('can contain invalid JSON, unrequested responses and unknown updates', async () => {
    const { raw } = await followed([
      { step: 'garbage', text: 'Welcome to the agent!' },
      { step: 'wrong-id' },
      { step: 'unknown-notification' },
      { step: 'stderr', text: 'a warning' },
    ])
    expect(raw.sim.lines).toContain('Welcome to the agent!')
    expect(raw.messages).toContainEqual({
      jsonrpc: '2.0',
      id: 'nobody-asked',
      result: { stopReason: 'end_turn' },
    })
    expect(raw.messages).toContainEqual({ jsonrpc: '2.0', method: '_capstan/unheard_of', params: {} })
    await expect.poll(() => raw.sim.stderr()).toBe('a warning\n')
  })

  it('can respond twice and continue after the response', async () => {
    const { raw, id } = await prompted([
      { step: 'duplicate-answer' },
      { step: 'late-update', text: 'late', count: 2 },
    ])
    const late = (): string[] =>
      raw.messages.slice(raw.messages.findIndex(answerTo(id))).map(({ method }) => method ?? 'answer')
    await expect.poll(late).toEqual(['answer', 'answer', 'session/update', 'session/update'])
    expect(raw.text()).toBe('latelate')
  })

  it('can end in the middle of a line', async () => {
    const { raw } = await prompted([
      { step: 'partial', text: '{"jsonrpc":' },
      { step: 'crash', exitCode: 7 },
    ])
    expect(await raw.sim.ended).toBe(7)
    expect(raw.sim.rest()).toBe('{"jsonrpc":')
  })

  it('can have an endless line', async () => {
    const { raw } = await prompted([
      { step: 'partial', bytes: 52_428_800 },
      { step: 'crash', signal: 'SIGKILL' },
    ])
    expect(await raw.sim.ended).toBe('SIGKILL')
    expect(raw.sim.rest().length).toBe(52_428_800)
  })
})

describe('a broken agent', () => {
  it('answers with an error', async () => {
    const { answer } = await followed([{ step: 'error', code: -32_603, message: 'no more', data: { a: 1 } }])
    expect(answer.error).toEqual({ code: -32_603, message: 'no more', data: { a: 1 } })
  })

  it('crashes after its earlier text', async () => {
    const { raw } = await prompted([{ step: 'text', text: 'goodbye' }, { step: 'crash' }])
    expect(await raw.sim.ended).toBe(1)
    expect(raw.text()).toBe('goodbye')
  })

  it('hangs until it is cancelled, runs steps then, or ignores the cancel', async () => {
    const onCancel: Step[] = [{ step: 'text', text: 'one moment' }]
    const { raw, id, sessionId } = await prompted([{ step: 'hang' }], { onCancel })
    raw.send({ method: 'session/cancel', params: { sessionId } })
    expect((await raw.until(answerTo(id))).result).toEqual({ stopReason: 'cancelled' })
    expect(raw.text()).toBe('one moment')
    const deaf = await prompted([
      { step: 'ignore-cancel' },
      { step: 'delay', milliseconds: 50 },
      { step: 'text', text: 'done' },
    ])
    deaf.raw.send({ method: 'session/cancel', params: { sessionId: deaf.sessionId } })
    expect((await deaf.raw.until(answerTo(deaf.id))).result).toEqual({ stopReason: 'end_turn' })
    expect(deaf.raw.text()).toBe('done')
  })

  it('leaves a process running that ignores SIGTERM', async () => {
    const { raw } = await followed([{ step: 'grandchild' }])
    const pid = Number(/^grandchild (\d+)$/.exec(raw.text())?.[1])
    try {
      process.kill(pid, 'SIGTERM')
      raw.sim.stdin.end()
      expect(await raw.sim.ended).toBe(0)
      expect(isRunning(pid)).toBe(true)
    } finally {
      process.kill(pid, 'SIGKILL')
    }
  })

  it('ignores the end of its input', async () => {
    const raw = start({ stubborn: true })
    await raw.open(place.workspace)
    raw.sim.stdin.end()
    await expect.poll(() => raw.sim.stderr()).toBe('capstan-sim: continues after the end of its input\n')
    raw.sim.child.kill('SIGTERM')
    await expect.poll(() => raw.sim.stderr()).toContain('capstan-sim: ignores SIGTERM\n')
    raw.sim.child.kill('SIGKILL')
    expect(await raw.sim.ended).toBe('SIGKILL')
  })
})

describe('responses to other methods', () => {
  it('are changed as the scenario says', async () => {
    const raw = start({
      initialize: { delay: 1, extra: { _meta: { odd: true } }, agentCapabilities: { loadSession: false } },
      answers: {
        'session/close': 'unknown',
        'session/list': { error: { code: -32_603, message: 'broken' } },
        'session/delete': { hang: true },
      },
    })
    const { result } = await raw.request('initialize', { protocolVersion: 1 })
    expect(result).toMatchObject({ agentCapabilities: { loadSession: false }, _meta: { odd: true } })
    const [close, list] = [await raw.request('session/close', {}), await raw.request('session/list', {})]
    expect([close.error?.code, list.error]).toEqual([-32_601, { code: -32_603, message: 'broken' }])
    const hanging = raw.ask('session/delete', {})
    raw.send({ method: '$/cancel_request', params: { requestId: hanging } })
    expect((await raw.until(answerTo(hanging))).error?.code).toBe(-32_800)
  })

  it('can follow updates of a session with an unknown id', async () => {
    const raw = start({ onSessionNew: [{ step: 'text', text: 'early' }] })
    const sessionId = await raw.open(place.workspace)
    const kinds = raw.messages.map(({ method, params }) => [method ?? 'answer', params?.['sessionId']])
    expect(kinds.slice(0, 3)).toEqual([
      ['answer', undefined],
      ['session/update', sessionId],
      ['answer', undefined],
    ])
  })

  it('can require a login first', async () => {
    const raw = start({ authentication: [{ id: 'key', name: 'A key' }] })
    const { result } = await raw.request('initialize', { protocolVersion: 1 })
    expect(result?.['authMethods']).toEqual([{ id: 'key', name: 'A key' }])
    const where = { cwd: place.workspace, mcpServers: [] }
    expect((await raw.request('session/new', where)).error?.code).toBe(-32_000)
    expect((await raw.request('authenticate', { methodId: 'key' })).result).toEqual({})
    expect((await raw.request('session/new', where)).result).toHaveProperty('sessionId')
  })

  it('reject an invalid message', async () => {
    const raw = start({})
    raw.sim.stdin.write('not json\n[1]\n{"jsonrpc":"2.0","id":{},"method":"initialize"}\n')
    await raw.until(({ error }) => error?.message.startsWith('The id') === true)
    expect(raw.messages.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32_700],
      [null, -32_600],
      [null, -32_600],
    ])
    expect((await raw.request('session/new', {})).error).toEqual({
      code: -32_600,
      message: 'call initialize first',
    })
  })
})

describe('version 2', () => {
  it('ends with the error as a state', async () => {
    const raw = start({ prompts: [[{ step: 'error', code: -32_603, message: 'no more' }]] })
    const sessionId = await raw.open(place.workspace, 2)
    const prompt = [{ type: 'text', text: 'go' }]
    const { result } = await raw.request('session/prompt', { sessionId, prompt })
    expect(result).toEqual({ messageId: expect.any(String) })
    await raw.until(({ params }) => (params?.['update'] as { state?: string } | undefined)?.state === 'idle')
    expect(raw.updates().at(-1)).toEqual({
      sessionUpdate: 'state_update',
      state: 'idle',
      stopReason: 'error',
      error: { code: -32_603, message: 'no more' },
    })
  })
})
