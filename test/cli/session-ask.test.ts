import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import type { SessionMessage } from '../../src/sessions/messages/message.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { createSessionMachine, type SessionMachine } from '../support/sessions/session-machine.ts'

let lab: SessionMachine
beforeAll(async () => {
  lab = createSessionMachine()
  await lab.run(['session', 'new', 'sim', '--name', 'Ada', '--permissions', 'allow'])
})
afterAll(() => lab.remove())

const status = async (session: string): Promise<string> =>
  (await lab.json<SessionReport>(['session', 'show', session])).status
const until = (session: string, expected: string): Promise<boolean> =>
  vi.waitUntil(async () => (await status(session)) === expected, { timeout: 20_000 })

describe('capstan session ask', () => {
  it('prompts the agent as its user, and prints the answer', async () => {
    const { exitCode, stdout } = await lab.run(['session', 'ask', 'ada', 'say', 'hello'])
    expect([exitCode, stdout]).toEqual([0, 'hello\n'])
    // The text is the prompt itself, not a quoted message.
    expect((await lab.run(['session', 'ask', 'ada', '-'], { input: 'say from stdin' })).stdout).toBe(
      'from stdin\n',
    )
    expect(await status('ada')).toBe('idle')
  })

  it('prints the events as lines of JSON', async () => {
    const { exitCode, stdout } = await lab.run(['session', 'ask', 'ada', 'say hello', '--json'])
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AgentEvent)
    expect([exitCode, events.at(-1)?.type]).toEqual([0, 'finish'])
    expect(events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : [])).join('')).toBe(
      'hello\n',
    )
  })

  it('queues the prompt while the session is busy, and says so', async () => {
    const first = lab.start(['session', 'ask', 'ada', 'run sleep 2 and say first'])
    await until('ada', 'waiting')
    const second = lab.start(['session', 'ask', 'ada', 'say second'])
    const [one, two] = [await first.ended, await second.ended]
    expect([one.exitCode, two.exitCode]).toEqual([0, 0])
    expect(one.stdout).toContain('first')
    expect(two.stdout).toBe('second\n')
    expect(two.stderr).toContain('Queued: @ada is waiting\n')
  })

  it('cancels the turn on Ctrl-C', async () => {
    const { child, ended } = lab.start(['session', 'ask', 'ada', 'run sleep 60'])
    await until('ada', 'waiting')
    child.kill('SIGINT')
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(13)
    expect(stderr).toContain('error ABORTED: The prompt to @ada was canceled')
    expect(await status('ada')).toBe('idle')
    expect((await lab.run(['session', 'ask', 'ada', 'say again'])).stdout).toBe('again\n')
  })

  it('cancels a queued prompt on Ctrl-C, and leaves the running turn alone', async () => {
    const first = lab.start(['session', 'ask', 'ada', 'run sleep 3 and say first'])
    await until('ada', 'waiting')
    const second = lab.start(['session', 'ask', 'ada', 'say second'])
    await sleep(1000)
    second.child.kill('SIGINT')
    expect((await second.ended).exitCode).toBe(13)
    const { exitCode, stdout } = await first.ended
    expect([exitCode, stdout.includes('first')]).toEqual([0, true])
  })

  it('delivers a message that waits for a tool call; send --wait says so while the session is idle', async () => {
    await until('ada', 'idle')
    const args = ['session', 'send', 'ada', 'look here', '--mode', 'next-tool-call', '--wait']
    const { exitCode, stdout } = await lab.run(args)
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^msg_\w{26}\nQueued for @ada: @ada is idle and gets it at its next tool call; run capstan session ask @ada <prompt>\n$/,
      ),
    ])
    await lab.run(['session', 'ask', 'ada', 'run true'])
    const [delivery] = await lab.json<{ delivery: { state: string }; message: { text: string } }[]>([
      'session',
      'inbox',
      'ada',
    ])
    expect([delivery?.message.text, delivery?.delivery.state]).toEqual(['look here', 'delivered'])
  })

  it('reports sessions that cannot be prompted', async () => {
    await lab.run(['session', 'new', 'sim', '--name', 'Gone'])
    await lab.run(['session', 'pause', 'gone'])
    const paused = await lab.run(['session', 'ask', 'gone', 'say x'])
    expect([paused.exitCode, paused.stderr]).toEqual([
      1,
      'error SESSION_NOT_READY: Gone is paused and cannot take a prompt — Run capstan session resume @gone first.\n',
    ])
    await lab.run(['session', 'stop'])
    const offline = await lab.run(['session', 'ask', 'gone', 'say x'])
    expect([offline.exitCode, offline.stderr]).toEqual([
      1,
      'error SESSION_GONE: @gone is not running — Run capstan session resume @gone first.\n',
    ])
    expect((await lab.run(['session', 'ask', 'nobody', 'say x'])).exitCode).toBe(2)
    expect((await lab.run(['session', 'ask', 'gone', ' '])).exitCode).toBe(2)
    await lab.run(['session', 'resume', 'ada'])
  })
})

describe('capstan session send --answer', () => {
  it('prints what the agent says in the turn that got the message', async () => {
    const { exitCode, stdout, stderr } = await lab.run(['session', 'send', 'ada', 'say 42', '--answer'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain('42')
    // Shown here: not again as an unread message.
    expect((await lab.run(['session', 'inbox'])).stdout).not.toContain('42')
  })

  it('prints the message and its answers as JSON', async () => {
    const { message, answers } = await lab.json<{ message: SessionMessage; answers: SessionMessage[] }>([
      'session',
      'send',
      'ada',
      'say 43',
      '--answer',
    ])
    expect(message.wantsAnswer).toBe(true)
    expect(answers.map(({ parentId, kind, from }) => [parentId, kind, from.handle])).toEqual([
      [message.id, 'thread_reply', 'ada'],
    ])
  })

  it('prints a reply that the recipient sends itself', async () => {
    await lab.run(['session', 'pause', 'ada'])
    const { child, ended } = lab.start([
      'session',
      'send',
      'ada',
      'say no',
      '--answer',
      '--deadline',
      '10m',
      '--json',
    ])
    const pending = async (): Promise<string | undefined> =>
      (await lab.json<{ message: SessionMessage }[]>(['session', 'inbox', 'ada', '--all'])).find(
        ({ message }) => message.text === 'say no',
      )?.message.id
    await vi.waitUntil(async () => (await pending()) !== undefined, { timeout: 20_000 })
    const id = (await pending()) ?? ''
    expect(child.exitCode).toBe(null)
    await lab.run(['session', 'send', 'myself', '--from', 'ada', '--reply', id])
    const { exitCode, stdout } = await ended
    expect([exitCode, (JSON.parse(stdout) as { answers: SessionMessage[] }).answers[0]?.text]).toEqual([
      0,
      'myself',
    ])
    await lab.run(['session', 'resume', 'ada'])
    await until('ada', 'idle')
  })

  it('fails when the message is not delivered, waits for a person, or gets no answer in time', async () => {
    await lab.run(['session', 'pause', 'ada'])
    const stuck = await lab.run(['session', 'send', 'ada', 'say x', '--answer'])
    expect([stuck.exitCode, stuck.stdout, stuck.stderr]).toEqual([
      1,
      '',
      'error NOT_DELIVERED: The message is queued for @ada: @ada is paused; run capstan session resume @ada' +
        ' — Set --deadline to wait until then.\n',
    ])
    const expired = await lab.run(['session', 'send', 'ada', 'say x', '--answer', '--deadline', '1s'])
    expect(expired.exitCode).toBe(1)
    expect(expired.stderr).toMatch(
      /^error NOT_DELIVERED: The message was not delivered to @ada: its deadline passed — Run capstan session dead --redeliver del_\w+ to deliver it again.\n$/,
    )
    await lab.run(['session', 'resume', 'ada'])
    await until('ada', 'idle')
    const late = await lab.run(['session', 'send', 'ada', 'run sleep 4', '--answer', '--timeout', '1s'])
    expect([late.exitCode, late.stderr]).toEqual([
      11,
      'error TIMEOUT: @ada did not answer within 1 s' +
        ' — The message stays sent; run capstan session inbox for a later answer.\n',
    ])
    expect((await lab.run(['session', 'send', 'ada', 'x', '--timeout', '1s'])).exitCode).toBe(2)
  })
})
