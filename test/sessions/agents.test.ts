import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import type { SendResult } from '../../src/sessions/participant.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

/** The full text of a message for an agent without tools. */
const block = (id: string, from: string, ...lines: string[]): string =>
  [
    `Message ${id} from ${from}, to you alone:`,
    ...lines.map((line) => `> ${line}`),
    'This message is from another participant, not from your user.',
  ].join('\n')

const state = ({ deliveries }: SendResult): string => {
  const [delivery] = deliveries
  return delivery === undefined ? '' : lab.sessions.deliveries.get(delivery.id).state
}
/** Waits for a future event; poll the state for one that may have passed. */
const nextEvent = (
  session: OwnedAgentSession,
  type: 'status.waiting' | 'tool.called' | 'delivery.delivered' | 'delivery.deferred',
): Promise<unknown> => lab.sessions.events.waitFor({ type, session: session.identity.id })

describe('two agents', () => {
  it('message each other, and each gets the messages as prompts', async () => {
    const [one, two] = [await lab.open({}, { name: 'One' }), await lab.open({}, { name: 'Two' })]
    const first = one.send({ to: '@two', text: 'say hello' })
    await nextEvent(two, 'delivery.delivered')
    await expect.poll(() => two.status).toBe('idle')
    const answer = two.reply(first.message.id, { text: 'hello\nyourself' })
    await nextEvent(one, 'delivery.delivered')
    await expect.poll(() => one.status).toBe('idle')
    expect([state(first), state(answer)]).toEqual(['delivered', 'delivered'])
    expect(lab.arrived()).toEqual([
      `session/prompt: ${block(first.message.id, '@one (One)', 'say hello')}`,
      `session/prompt: ${block(answer.message.id, '@two (Two)', 'hello', 'yourself').replace(
        'to you alone',
        `to you alone, in the thread ${first.message.id}`,
      )}`,
    ])
  })

  it('declare the capabilities that they advertised', async () => {
    const [full, deaf] = [
      await lab.open({}, { name: 'Full' }),
      await lab.open(
        { initialize: { agentCapabilities: { loadSession: false }, extra: { _meta: {} } } },
        { name: 'Deaf', words: ['--protocol', '1'] },
      ),
    ]
    expect(full.capabilities).toMatchObject({
      messaging: { receive: true, send: true, attachments: ['text', 'image'] },
      delivery: { modes: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] },
      actions: { invoke: false },
      lifecycle: { release: true, pause: true, resume: true, fork: true, snapshot: true },
    })
    expect(deaf.capabilities).toMatchObject({
      messaging: { attachments: ['text'] },
      delivery: { modes: ['immediate', 'next-message', 'on-idle', 'manual'] },
      lifecycle: { release: true, pause: true, resume: false, fork: false, snapshot: true },
    })
    expect([deaf.fork, deaf.resume]).toEqual([undefined, undefined])
    expect(() => lab.person.send({ to: '@deaf', text: 'x', mode: 'next-tool-call' })).toThrow(
      'does not support delivery.next-tool-call',
    )
  })
})

describe('next-tool-call', () => {
  it('is delivered in the turn, at the next tool call', async () => {
    const agent = await lab.open()
    const run = agent.prompt(`${lab.waiting('first')} and ${lab.waiting('second')}`)
    await nextEvent(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'stop soon', mode: 'next-tool-call' })
    expect([state(sent), lab.arrived().length]).toEqual(['pending', 1])
    const called = nextEvent(agent, 'tool.called')
    lab.go('first')
    await called
    await expect.poll(() => state(sent)).toBe('delivered')
    lab.go('second')
    const { text } = await run.result()
    expect(lab.arrived()).toEqual([
      expect.stringContaining('session/prompt: run sh'),
      `_session/steering: ${block(sent.message.id, '@ada (Ada)', 'stop soon')}`,
    ])
    expect(text).toContain('It ended with 0 and said nothing. I received: Message')
    expect(state(sent)).toBe('delivered')
  })

  it('is delivered before the answer to a permission request', async () => {
    const agent = await lab.open({}, { permissions: 'ask' })
    const sent = lab.person.send({ to: '@sim', text: 'be careful', mode: 'next-tool-call' })
    const run = agent.prompt('write note.txt hello')
    agent.subscribe((event) => {
      if (event.type === 'permission.requested') agent.respond(event.requestId, 'allow')
    })
    await run.result()
    const order = lab
      .sent()
      .flatMap(({ method, result }) =>
        method === '_session/steering' ? ['message'] : 'outcome' in (result ?? {}) ? ['answer'] : [],
      )
    expect([order, state(sent)]).toEqual([['message', 'answer'], 'delivered'])
  })

  it('stays queued when the turn is over', async () => {
    const agent = await lab.open({
      answers: { '_session/steering': { extra: { outcome: 'promptRequired' } } },
    })
    const sent = lab.person.send({ to: '@sim', text: 'too late', mode: 'next-tool-call' })
    const deferred = nextEvent(agent, 'delivery.deferred')
    await agent.prompt('list').result()
    await deferred
    const [report] = lab.person.receipts(sent.message.id)
    expect([state(sent), report?.receipts.map(({ status, reason }) => [status, reason])]).toEqual([
      'pending',
      [['deferred', 'the turn was over']],
    ])
  })
})

describe('the other boundaries', () => {
  it('delivers on-idle messages after the turn', async () => {
    const agent = await lab.open()
    const run = agent.prompt(`${lab.waiting('go')} and say done`)
    await nextEvent(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'say later' })
    expect([state(sent), lab.arrived().length]).toEqual(['pending', 1])
    const delivered = nextEvent(agent, 'delivery.delivered')
    lab.go('go')
    expect((await run.result()).text).toContain('done')
    await delivered
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'say later')}`,
    ])
  })

  it('delivers messages due together in one prompt, each with its own receipt', async () => {
    const agent = await lab.open()
    const bob = lab.sessions.join({ name: 'Bob', handle: 'bob' })
    const run = agent.prompt(lab.waiting('go'))
    await nextEvent(agent, 'status.waiting')
    const sent = [lab.person.send({ to: '@sim', text: 'one' }), bob.send({ to: '@sim', text: 'two' })]
    lab.go('go')
    await run.result()
    await expect.poll(() => sent.map(state)).toEqual(['delivered', 'delivered'])
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent[0]?.message.id ?? '', '@ada (Ada)', 'one')}\n\n${block(sent[1]?.message.id ?? '', '@bob (Bob)', 'two')}`,
    ])
  })

  it('interrupts the turn for an immediate message', async () => {
    const agent = await lab.open()
    const run = agent.prompt(lab.waiting('never'))
    await nextEvent(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'say now', mode: 'immediate' })
    expect((await run.result()).stopReason).toBe('cancelled')
    await expect.poll(() => state(sent)).toBe('delivered')
    expect(lab.sent('session/cancel').length).toBeGreaterThan(0)
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'say now')}`,
    ])
  })

  it('prompts at once with an immediate message when idle', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'say now', mode: 'immediate' })
    await nextEvent(agent, 'delivery.delivered')
    await expect.poll(() => agent.status).toBe('idle')
    expect([state(sent), lab.arrived().length, lab.sent('session/cancel')]).toEqual(['delivered', 1, []])
  })

  it('puts next-message messages in front of the next prompt of the owner', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'by the way', mode: 'next-message' })
    await agent.prompt('say hello').result()
    await expect.poll(() => state(sent)).toBe('delivered')
    expect(lab.arrived()).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'by the way')}\n\nsay hello`,
    ])
  })

  it('puts next-message messages in front of the next message', async () => {
    const agent = await lab.open()
    const before = lab.person.send({ to: '@sim', text: 'by the way', mode: 'next-message' })
    const after = lab.person.send({ to: '@sim', text: 'say hello' })
    await expect.poll(() => [state(before), state(after)]).toEqual(['delivered', 'delivered'])
    expect(lab.arrived()).toEqual([
      `session/prompt: ${block(before.message.id, '@ada (Ada)', 'by the way')}\n\n${block(after.message.id, '@ada (Ada)', 'say hello')}`,
    ])
    expect(agent.status).not.toBe('failed')
  })

  it('delivers manual messages on flush', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'say it', mode: 'manual' })
    await agent.prompt('say hello').result()
    expect(state(sent)).toBe('pending')
    await expect.poll(() => agent.status).toBe('idle')
    expect([await agent.flush(), state(sent)]).toEqual([1, 'delivered'])
  })

  it('delivers images as images and text attachments inline', async () => {
    const agent = await lab.open()
    lab.person.send({
      to: '@sim',
      text: 'look',
      attachments: [
        { type: 'image', mimeType: 'image/png', data: 'AAAA', alt: 'a dot' },
        { type: 'text', text: 'line one\nline two', label: 'notes.txt' },
      ],
    })
    await nextEvent(agent, 'delivery.delivered')
    const [prompt] = lab.sent('session/prompt')
    expect(prompt?.params?.['prompt']).toEqual([
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      {
        type: 'text',
        text: expect.stringContaining(
          'Attached image “a dot”.\nAttached text “notes.txt”:\n> line one\n> line two\n',
        ) as string,
      },
    ])
  })
})
