import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

/** An agent whose turn sends these updates and its answer in one piece. */
const turnOf = (updates: string, answer = `{ stopReason: 'end_turn' }`): string =>
  `on['session/prompt'] = ({ id }) => send(${updates}, { id, result: ${answer} })`

/** A whole message of version 2. */
const agentMessage = (messageId: string, text: string): Record<string, unknown> => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: [{ type: 'text', text }],
})

describe('order', () => {
  it('emits every event before the result', async () => {
    const run = lab
      .bare(turnOf(`...[1, 2, 3, 4, 5].map((n) => say('' + n))`))
      .run({ ...lab.options, agent: 'bare', prompt: 'go' })
    const events = await readAll(run)
    expect(events.slice(-6).map((event) => (event.type === 'text.delta' ? event.text : event.type))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      'finish',
    ])
    expect((await run.result()).text).toBe('12345')
  })

  it('delivers everything to a slow reader, in order', async () => {
    const run = lab
      .bare(`
        on['session/prompt'] = async ({ id }) => {
          const { once } = require('node:events')
          for (let n = 0; n < 50_000; n++) {
            if (!send(say(n + ' '))) await once(process.stdout, 'drain')
          }
          send({ id, result: { stopReason: 'end_turn' } })
        }
      `)
      .run({ ...lab.options, agent: 'bare', prompt: 'go' })
    let next = 0
    for await (const event of run) {
      if (event.type !== 'text.delta') continue
      expect(Number(event.text) === next).toBe(true)
      next++
      // A reader that is slower than the agent, however fast the machine is.
      if (next % 5000 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(next).toBe(50_000)
  })

  it('blocks an agent without a reader, without loss', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'flood', count: 50_000, text: 'x' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    await expect.poll(() => lab.received('session/update').length, { timeout: 10_000 }).toBeGreaterThan(1000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const held = lab.received('session/update').length
    expect(held).toBeLessThan(10_000)
    expect(textIn(await readAll(run))).toBe('x'.repeat(50_000))
  })

  it('resolves the result without a reader', async () => {
    const { onMessage: _, ...options } = lab.options
    const { text } = await lab
      .sim({ prompts: [[{ step: 'flood', count: 100_000, text: 'x' }]] })
      .ask('sim', 'go', options)
    expect(text.length).toBe(100_000)
  })

  it('resolves a result that is requested later', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'flood', count: 5000, text: 'x' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    await expect.poll(() => lab.received('session/update').length).toBeGreaterThan(1000)
    expect((await run.result()).text.length).toBe(5000)
  })

  it('stops the agent when the reader leaves', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'flood', count: 1_000_000, text: 'x' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go' })
    for await (const event of run) if (event.type === 'text.delta') break
    expect(await run.result()).toMatchObject({ stopReason: 'cancelled' })
    await run.cancel()
    expect(lab.running()).toEqual([])
    expect(lab.sent('session/cancel')).toHaveLength(1)
  })
})

describe('unknown data', () => {
  async function eventsOf(update: string): Promise<AgentEvent[]> {
    const events = await readAll(
      lab.bare(turnOf(`update(${update})`)).run({ ...lab.options, agent: 'bare', prompt: 'go' }),
    )
    return events.slice(1, -1)
  }

  it('in an update kind is passed on unchanged', async () => {
    expect(await eventsOf(`{ sessionUpdate: 'hologram', depth: 3, _meta: { v: 1 } }`)).toEqual([
      {
        type: 'raw',
        sessionId: 's1',
        source: 'acp',
        payload: { sessionUpdate: 'hologram', depth: 3, _meta: { v: 1 } },
      },
    ])
  })

  it('in content, vendor data and enum values is kept', async () => {
    const call = `{ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'T', kind: 'juggle', status: 'airborne',
      _meta: { trace: 'x' },
      content: [{ type: 'smell', of: 'roses' }, { type: 'content', content: { type: 'smell', of: 'tea' } }] }`
    const [event] = await eventsOf(call)
    expect(event).toEqual({
      type: 'tool.called',
      sessionId: 's1',
      title: 'T',
      toolCallId: 'c1',
      kind: 'juggle',
      status: 'airborne',
      meta: { trace: 'x' },
      content: [
        { type: 'unknown', originalType: 'smell', data: { of: 'roses' } },
        { type: 'content', content: { type: 'unknown', originalType: 'smell', data: { of: 'tea' } } },
      ],
    })
  })

  it('in a stop reason is kept', async () => {
    const client = lab.bare(turnOf(`say('x')`, `{ stopReason: 'bored', _meta: { why: 1 } }`))
    expect(await client.ask('bare', 'go', lab.options)).toMatchObject({ stopReason: 'bored' })
  })
})

it('adds a whole message to the answer, unless its pieces were added', async () => {
  const client = lab.sim({
    prompts: [
      [
        { step: 'update', update: agentMessage('one', 'Whole. ') },
        { step: 'text', text: 'In pieces.' },
      ],
    ],
  })
  const { text } = await client.ask('sim', 'go', lab.options)
  expect(text).toBe('Whole. In pieces.')
})

it('emits a tool call with its kind, diff, text and terminal', async () => {
  const client = lab.bare(
    turnOf(`
      update({ sessionUpdate: 'tool_call', toolCallId: 'c1', name: 'Edit', title: 'Edit a', kind: 'edit', status: 'pending',
        rawInput: { path: '/a' }, locations: [{ path: '/a', line: 3 }] }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', kind: 'edit', status: 'completed', rawOutput: 'ok', content: [
        { type: 'diff', path: '/a', oldText: 'x', newText: 'y' },
        { type: 'content', content: { type: 'text', text: 'done' } },
        { type: 'terminal', terminalId: 't1' },
      ] })`),
  )
  const events = await readAll(client.run({ ...lab.options, agent: 'bare', prompt: 'go' }))
  expect(ofType(events, 'tool.called')).toEqual([
    {
      type: 'tool.called',
      sessionId: 's1',
      toolCallId: 'c1',
      tool: 'Edit',
      title: 'Edit a',
      kind: 'edit',
      status: 'pending',
      input: { path: '/a' },
      locations: [{ path: '/a', line: 3 }],
    },
  ])
  expect(ofType(events, 'tool.updated')).toEqual([
    {
      type: 'tool.updated',
      sessionId: 's1',
      toolCallId: 'c1',
      kind: 'edit',
      status: 'completed',
      output: 'ok',
      content: [
        expect.objectContaining({ type: 'diff', changes: [expect.objectContaining({ path: '/a' })] }),
        { type: 'content', content: { type: 'text', text: 'done' } },
        { type: 'terminal', terminalId: 't1' },
      ],
    },
  ])
})

it('passes stderr on without an error', async () => {
  const heard: string[] = []
  const text = '[mcp] indexed src/billing.ts (1429 symbols), /auth refreshed, rate limit fine'
  const { stopReason, warnings } = await lab
    .sim({
      prompts: [
        [
          { step: 'stderr', text },
          { step: 'text', text: 'done' },
        ],
      ],
    })
    .ask('sim', 'go', { ...lab.options, onStderr: (piece) => heard.push(piece) })
  expect([stopReason, warnings]).toEqual(['end-turn', []])
  await expect.poll(() => heard.join('')).toBe(`${text}\n`)
})

it('reads a line of many megabytes', async () => {
  const client = lab.bare(turnOf(`say('x'.repeat(8_000_000))`))
  expect((await client.ask('bare', 'go', lab.options)).text.length).toBe(8_000_000)
})

it('ends only the run on a line above the size limit', async () => {
  const client = lab.bare(turnOf(`say('x'.repeat(40_000_000))`))
  expect(await failureOf(client.ask('bare', 'go', lab.options))).toMatchObject({
    code: 'PROTOCOL_ERROR',
    message: 'bare wrote a line above the size limit',
  })
})
