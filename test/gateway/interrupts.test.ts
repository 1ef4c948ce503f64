import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput, type WireEvent } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

/** An agent that asks two questions at once, repeats the answers and reports its outcome. */
const asksTwice = `
let answers = []
on['session/prompt'] = ({ id }) => {
  prompt = id
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ]
  for (const [request, toolCallId] of [[101, 'c1'], [102, 'c2']]) {
    send(update({ sessionUpdate: 'tool_call', toolCallId, title: 'Do ' + toolCallId, kind: 'execute', status: 'pending', rawInput: { command: toolCallId } }))
    send({ id: request, method: 'session/request_permission', params: { sessionId: 's1', toolCall: { toolCallId }, options } })
  }
}
let prompt
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id !== 101 && message.id !== 102) return
  answers.push(message.id + ' ' + JSON.stringify(message.result.outcome))
  send(say('heard ' + message.id))
  if (answers.length === 2) send(say(' ' + answers.join('; ')), { id: prompt, result: { stopReason: 'end_turn' } })
})
`

interface Asked {
  url: string
  ids: string[]
}

async function ask(limits: object = {}): Promise<Asked> {
  const { url: base } = await lab.open({}, { client: lab.lab.bare(asksTwice), limits })
  const url = `${base}/agents/bare`
  const events = await eventsOf(await post(url, runInput()))
  const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
  return { url, ids: outcome.interrupts.map(({ id }) => id) }
}

const resume = (url: string, runId: string, entries: unknown[]): Promise<WireEvent[]> =>
  post(url, runInput({ runId, resume: entries })).then(eventsOf)

const yes = (interruptId: string | undefined) => ({
  interruptId,
  status: 'resolved',
  payload: { approved: true },
})

/** An agent that reports a call first in its permission request, and afterwards its result, if any. */
const asksFirst = `
let prompt
const change = { type: 'diff', path: '/a.txt', oldText: '', newText: 'hello' }
on['session/prompt'] = ({ id }) => {
  prompt = id
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ]
  const toolCall = { toolCallId: 'c1', title: 'Write a.txt', kind: 'edit', status: 'pending', content: [change] }
  send({ id: 101, method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } })
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, result } = JSON.parse(line)
  if (id !== 101) return
  const done = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed', content: [change] })
  send(...(result.outcome.optionId === 'yes' ? [done] : []), { id: prompt, result: { stopReason: 'end_turn' } })
})
`

describe('a permission request that reports its call first', () => {
  test.each([
    [true, { content: '', metadata: undefined }],
    [
      false,
      {
        content: 'The turn ended before the tool returned a result',
        metadata: { capstan: { isError: true, status: 'cancelled', isRefused: true } },
      },
    ],
  ])('shows the call, which has one result when approved is %s', async (approved, { content, metadata }) => {
    const { url: base } = await lab.open({}, { client: lab.lab.bare(asksFirst) })
    const url = `${base}/agents/bare`
    const asked = await eventsOf(await post(url, runInput()))
    const types = asked.map(({ type }) => type).filter((type) => !type.startsWith('STATE_'))
    expect(types).toEqual([
      'RUN_STARTED',
      'TOOL_CALL_START',
      'ACTIVITY_SNAPSHOT',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ])
    const { outcome } = asked.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    expect(outcome.interrupts).toMatchObject([
      { reason: 'tool_call', toolCallId: 'c1', message: 'Write a.txt' },
    ])
    const [interrupt] = outcome.interrupts
    const events = await resume(url, 'r2', [
      { interruptId: interrupt?.id, status: 'resolved', payload: { approved } },
    ])
    const calls = events.filter(({ type }) => type.startsWith('TOOL_'))
    expect(calls).toEqual([
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'result:c1',
        toolCallId: 'c1',
        role: 'tool',
        content,
        ...(metadata === undefined ? {} : { metadata }),
      },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  })
})

describe('simultaneous interrupts', () => {
  test('arrive together, with their calls', async () => {
    const { url: base } = await lab.open({}, { client: lab.lab.bare(asksTwice) })
    const events = await eventsOf(await post(`${base}/agents/bare`, runInput()))
    const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: Record<string, unknown>[] } }
    expect(
      outcome.interrupts.map(({ reason, toolCallId, message, responseSchema }) => ({
        reason,
        toolCallId,
        message,
        responseSchema,
      })),
    ).toEqual(
      ['c1', 'c2'].map((toolCallId) => ({
        reason: 'tool_call',
        toolCallId,
        message: `Do ${toolCallId}`,
        responseSchema: {
          type: 'object',
          properties: { approved: { type: 'boolean' }, optionId: { type: 'string', enum: ['yes', 'no'] } },
          anyOf: [{ required: ['approved'] }, { required: ['optionId'] }],
        },
      })),
    )
  })

  test('are answered together, and each once', async () => {
    const { url, ids } = await ask()
    const entries = [yes(ids[0]), { interruptId: ids[1], status: 'resolved', payload: { optionId: 'no' } }]
    const events = await resume(url, 'r2', entries)
    const said = events.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT').map(({ delta }) => delta)
    expect(said.join('')).toContain('"optionId":"yes"')
    expect(said.join('')).toContain('"optionId":"no"')
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    // A client that missed the end repeats its answers and gets the same end.
    const again = await resume(url, 'r3', entries)
    expect(again.map(({ type }) => type)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT', 'RUN_FINISHED'])
    const other = await resume(url, 'r4', [yes(ids[0]), yes(ids[1])])
    expect(other.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'resume_conflict' })
  })

  test('cannot be answered in part or skipped', async () => {
    const { url, ids } = await ask()
    expect((await resume(url, 'r2', [yes(ids[0])])).at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      code: 'partial_resume',
    })
    const input = runInput({ runId: 'r3', messages: [{ id: 'u2', role: 'user', content: 'and now?' }] })
    expect((await eventsOf(await post(url, input))).at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      code: 'pending_interrupts',
    })
    expect((await resume(url, 'r4', [yes(ids[0]), yes('other')])).at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      code: 'unknown_interrupt',
    })
    // They are still open.
    const end = (await resume(url, 'r5', ids.map(yes))).at(-1)
    expect(end).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  })

  test('expire: the requests are denied, and a late approval lets the agent ask again', async () => {
    const { url, ids } = await ask({ interruptMs: 1 })
    await vi.waitFor(() =>
      expect(lab.lab.sent().filter(({ result }) => JSON.stringify(result)?.includes('"no"'))).toHaveLength(2),
    )
    const events = await resume(url, 'r2', ids.map(yes))
    expect(events.find(({ name }) => name === 'capstan.notice')).toMatchObject({
      value: { title: 'The question is no longer open: it expired, or the agent was restarted' },
    })
    // What the agent did meanwhile is in the transcript.
    const snapshot = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')
    expect(JSON.stringify(snapshot)).toContain('heard 101')
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'interrupt' } })
  })
})
