import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import type { SendResult } from '../../src/sessions/participant.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

/** The whole of a message as an agent gets it, when it cannot answer by tools. */
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
/** What comes after it is called: for what may have come before, poll the state instead. */
const told = (
  session: OwnedAgentSession,
  type: 'status.waiting' | 'tool.called' | 'delivery.delivered' | 'delivery.deferred',
): Promise<unknown> => lab.sessions.events.waitFor({ type, session: session.identity.id })

describe('two agents', () => {
  it('write to each other, and each gets what the other wrote as a prompt', async () => {
    const [one, two] = [await lab.open({}, { name: 'One' }), await lab.open({}, { name: 'Two' })]
    const first = one.send({ to: '@two', text: 'say hello' })
    await told(two, 'delivery.delivered')
    await expect.poll(() => two.status).toBe('idle')
    const answer = two.reply(first.message.id, { text: 'hello\nyourself' })
    await told(one, 'delivery.delivered')
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

  it('declare what they can do by what they advertised', async () => {
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
  it('surfaces in the turn, at the call that comes after it was sent', async () => {
    const agent = await lab.open()
    const run = agent.prompt(`${lab.waiting('first')} and ${lab.waiting('second')}`)
    await told(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'stop soon', mode: 'next-tool-call' })
    expect([state(sent), lab.arrived().length]).toEqual(['pending', 1])
    const called = told(agent, 'tool.called')
    lab.go('first')
    await called
    await expect.poll(() => state(sent)).toBe('delivered')
    lab.go('second')
    const { text } = await run.result()
    expect(lab.arrived()).toEqual([
      expect.stringContaining('session/prompt: run sh'),
      `_session/steering: ${block(sent.message.id, '@ada (Ada)', 'stop soon')}`,
    ])
    expect(text).toContain('It ended with 0 and said nothing. I heard: Message')
    expect(state(sent)).toBe('delivered')
  })

  it('is put in before the answer to what the call asks', async () => {
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

  it('waits on when the turn was over, and is not lost', async () => {
    const agent = await lab.open({
      answers: { '_session/steering': { extra: { outcome: 'promptRequired' } } },
    })
    const sent = lab.person.send({ to: '@sim', text: 'too late', mode: 'next-tool-call' })
    const deferred = told(agent, 'delivery.deferred')
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
  it('on-idle waits for the end of the turn', async () => {
    const agent = await lab.open()
    const run = agent.prompt(`${lab.waiting('go')} and say done`)
    await told(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'say later' })
    expect([state(sent), lab.arrived().length]).toEqual(['pending', 1])
    const delivered = told(agent, 'delivery.delivered')
    lab.go('go')
    expect((await run.result()).text).toContain('done')
    await delivered
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'say later')}`,
    ])
  })

  it('what is due at once is given in one prompt, each with its own receipt', async () => {
    const agent = await lab.open()
    const bob = lab.sessions.join({ name: 'Bob', handle: 'bob' })
    const run = agent.prompt(lab.waiting('go'))
    await told(agent, 'status.waiting')
    const sent = [lab.person.send({ to: '@sim', text: 'one' }), bob.send({ to: '@sim', text: 'two' })]
    lab.go('go')
    await run.result()
    await expect.poll(() => sent.map(state)).toEqual(['delivered', 'delivered'])
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent[0]?.message.id ?? '', '@ada (Ada)', 'one')}\n\n${block(sent[1]?.message.id ?? '', '@bob (Bob)', 'two')}`,
    ])
  })

  it('immediate interrupts the turn and is the next prompt', async () => {
    const agent = await lab.open()
    const run = agent.prompt(lab.waiting('never'))
    await told(agent, 'status.waiting')
    const sent = lab.person.send({ to: '@sim', text: 'say now', mode: 'immediate' })
    expect((await run.result()).stopReason).toBe('cancelled')
    await expect.poll(() => state(sent)).toBe('delivered')
    expect(lab.sent('session/cancel').length).toBeGreaterThan(0)
    expect(lab.arrived().slice(1)).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'say now')}`,
    ])
  })

  it('immediate is a prompt at once when nothing runs', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'say now', mode: 'immediate' })
    await told(agent, 'delivery.delivered')
    await expect.poll(() => agent.status).toBe('idle')
    expect([state(sent), lab.arrived().length, lab.sent('session/cancel')]).toEqual(['delivered', 1, []])
  })

  it('next-message surfaces in front of the next prompt of the owner', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'by the way', mode: 'next-message' })
    await agent.prompt('say hello').result()
    await expect.poll(() => state(sent)).toBe('delivered')
    expect(lab.arrived()).toEqual([
      `session/prompt: ${block(sent.message.id, '@ada (Ada)', 'by the way')}\n\nsay hello`,
    ])
  })

  it('next-message surfaces in front of the next message', async () => {
    const agent = await lab.open()
    const before = lab.person.send({ to: '@sim', text: 'by the way', mode: 'next-message' })
    const after = lab.person.send({ to: '@sim', text: 'say hello' })
    await expect.poll(() => [state(before), state(after)]).toEqual(['delivered', 'delivered'])
    expect(lab.arrived()).toEqual([
      `session/prompt: ${block(before.message.id, '@ada (Ada)', 'by the way')}\n\n${block(after.message.id, '@ada (Ada)', 'say hello')}`,
    ])
    expect(agent.status).not.toBe('failed')
  })

  it('manual waits for flush', async () => {
    const agent = await lab.open()
    const sent = lab.person.send({ to: '@sim', text: 'say it', mode: 'manual' })
    await agent.prompt('say hello').result()
    expect(state(sent)).toBe('pending')
    await expect.poll(() => agent.status).toBe('idle')
    expect([await agent.flush(), state(sent)]).toEqual([1, 'delivered'])
  })

  it('an image comes as an image, and a text in its place', async () => {
    const agent = await lab.open()
    lab.person.send({
      to: '@sim',
      text: 'look',
      attachments: [
        { type: 'image', mimeType: 'image/png', data: 'AAAA', alt: 'a dot' },
        { type: 'text', text: 'line one\nline two', label: 'notes.txt' },
      ],
    })
    await told(agent, 'delivery.delivered')
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
