import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedAgentSession } from '../../src/sessions/agent/owned-agent-session.ts'
import type { DeliveryReceipt } from '../../src/sessions/messages/receipt.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

const receiptsOf = (messageId: string): readonly DeliveryReceipt[] =>
  lab.person.receipts(messageId).flatMap(({ receipts }) => receipts)
const isOver = (messageId: string): boolean =>
  receiptsOf(messageId).some(({ status }) => status === 'answered' || status === 'unanswered')

describe('a message that wants an answer', () => {
  it('is answered with the text of the turn, to its sender alone', async () => {
    await lab.open({}, { name: 'Bob' })
    await lab.open({}, { name: 'Carl' })
    lab.sessions.channels.create('all', { members: ['@ada', '@bob', '@carl'] })
    const { message } = lab.person.send({ to: '#all', text: 'say hello', wantsAnswer: true })
    await expect
      .poll(() => receiptsOf(message.id).filter(({ status }) => status === 'answered'), { timeout: 20_000 })
      .toHaveLength(2)
    const answers = lab.person.inbox().map(({ message: answer }) => answer)
    expect(answers.map(({ parentId, kind, to }) => [parentId, kind, to.length])).toEqual([
      [message.id, 'thread_reply', 0],
      [message.id, 'thread_reply', 0],
    ])
    expect(new Set(answers.map(({ from }) => from.handle))).toEqual(new Set(['bob', 'carl']))
    expect(lab.person.thread(message.id)).toHaveLength(3)
    // The answers of one agent start no turns of the other.
    expect(lab.arrived()).toHaveLength(2)
    expect(lab.arrived()[0]).toContain(
      '@ada waits for your answer: what you say in this turn is sent to @ada when it ends.',
    )
  })

  it('is answered after it was steered into a running turn', async () => {
    const bob = await lab.open({}, { name: 'Bob' })
    const run = bob.prompt(`${lab.waiting('one')} and run true`)
    await lab.sessions.events.waitFor({ type: 'tool.called', session: '@bob' })
    const { message } = lab.person.send({
      to: '@bob',
      text: 'hurry',
      mode: 'next-tool-call',
      wantsAnswer: true,
    })
    lab.go('one')
    await run.result()
    await expect.poll(() => isOver(message.id), { timeout: 20_000 }).toBe(true)
    expect(receiptsOf(message.id).map(({ status }) => status)).toEqual(['delivered', 'answered'])
  })

  it('has no answer if its turn is canceled', async () => {
    const bob = await lab.open({}, { name: 'Bob' })
    const { message } = lab.person.send({ to: '@bob', text: lab.waiting('never'), wantsAnswer: true })
    await lab.sessions.events.waitFor({ type: 'status.waiting', session: '@bob' })
    await bob.pause?.()
    await expect.poll(() => isOver(message.id), { timeout: 20_000 }).toBe(true)
    expect(receiptsOf(message.id)).toMatchObject([
      { status: 'delivered' },
      { status: 'unanswered', attempt: 0, reason: 'its turn was canceled' },
    ])
    expect(lab.person.inbox()).toEqual([])
  })

  it('has no answer if the agent dies in its turn', async () => {
    await lab.open({}, { name: 'Bob' })
    const { message } = lab.person.send({
      to: '@bob',
      text: "run sh -c 'kill -9 $PPID; sleep 5'",
      wantsAnswer: true,
    })
    await expect.poll(() => isOver(message.id), { timeout: 20_000 }).toBe(true)
    expect(receiptsOf(message.id).at(-1)).toMatchObject({ status: 'unanswered' })
  })
})

it('the first reply of any session to a message is its answer', async () => {
  const { ann, managed } = sessionLab()
  const { message } = ann.send({ to: '@bob', text: 'well?', wantsAnswer: true })
  await settle()
  const first = managed.reply(message.id, { text: 'yes' })
  managed.reply(message.id, { text: 'no' })
  expect(ann.receipts(message.id)[0]?.receipts).toMatchObject([
    { status: 'delivered', attempt: 1 },
    { status: 'answered', attempt: 0, answer: first.message.id },
  ])
  expect(() => ann.send({ to: '@bob', text: 'x', wantsAnswer: 'yes' as unknown as boolean })).toThrow(
    'Cannot send the message: wantsAnswer must be true or false',
  )
})

describe('a prompt of the owner', () => {
  it('waits for the running turn, and goes before the messages that wait for it', async () => {
    const bob = await lab.open({}, { name: 'Bob' })
    bob
      .prompt(lab.waiting('one'))
      .result()
      .catch(() => undefined)
    await lab.sessions.events.waitFor({ type: 'status.waiting', session: '@bob' })
    lab.person.send({ to: '@bob', text: 'say message' })
    const queued: string[] = []
    const asked = ['say first', 'say second'].map((text) =>
      bob.ask(text, { onQueued: () => void queued.push(text) }).then((run) => run.result()),
    )
    lab.go('one')
    expect((await Promise.all(asked)).map(({ text }) => text.trim())).toEqual(['first', 'second'])
    expect(queued).toEqual(['say first', 'say second'])
    await expect.poll(() => lab.arrived().length, { timeout: 20_000 }).toBe(4)
    expect(lab.arrived().slice(1, 3)).toEqual(['session/prompt: say first', 'session/prompt: say second'])
    expect(lab.arrived()[3]).toContain('> say message')
  })

  it('is refused when the session is paused meanwhile, and can be canceled while it waits', async () => {
    const bob = await lab.open({}, { name: 'Bob' })
    bob
      .prompt(lab.waiting('never'))
      .result()
      .catch(() => undefined)
    await lab.sessions.events.waitFor({ type: 'status.waiting', session: '@bob' })
    const stop = new AbortController()
    const canceled = bob.ask('say x', { signal: stop.signal })
    const refused = bob.ask('say y')
    stop.abort()
    await expect(canceled).rejects.toMatchObject({ code: 'ABORTED' })
    await bob.pause?.()
    await expect(refused).rejects.toMatchObject({ code: 'SESSION_NOT_READY' })
    await expect(bob.ask('say z')).rejects.toMatchObject({ code: 'SESSION_NOT_READY' })
  })

  it('has the queued messages in front of it, also in a fork', async () => {
    const bob = await lab.open({}, { name: 'Bob' })
    await bob.prompt('say hello').result()
    const fork = (await bob.fork?.({ name: 'Fork', handle: 'fork' })) as OwnedAgentSession
    lab.person.send({ to: '@fork', text: 'one thing', mode: 'next-message' })
    await settle()
    const managed = lab.sessions.get('@fork')
    await (await managed.ask?.('say done'))?.result()
    expect(lab.arrived().at(-1)).toMatch(/> one thing[^]*say done$/)
    await fork.release?.()
  })
})
