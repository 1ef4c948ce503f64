import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import type { RunSession } from '../../src/run/session.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'

let lab: Lab
let session: RunSession
beforeEach(() => {
  lab = createLab()
})
afterEach(async () => {
  await session.close()
  await lab.remove()
})

const listening = { prompts: [[{ step: 'text' as const, text: 'ready ' }, { step: 'listen' as const }]] }

it('steers only a running turn, with images', async () => {
  session = await lab.sim(listening).session('sim', lab.options)
  expect(await session.steer('too early')).toBe(false)
  const emitted: AgentEvent[] = []
  session.subscribe((event) => emitted.push(event))
  const run = session.run('go')
  await expect.poll(() => emitted.some(({ type }) => type === 'text.delta')).toBe(true)
  expect(await session.steer('now', [{ kind: 'image', data: 'AAAA', mimeType: 'image/png' }])).toBe(true)
  expect((await run.result()).text).toBe('ready I received: now\n')
  expect(lab.sent('_session/steering').map(({ params }) => params?.['prompt'])).toEqual([
    [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'text', text: 'now' },
    ],
  ])
  expect([session.transport, emitted.at(-1)?.type, await session.steer('too late')]).toEqual([
    'acp',
    'finish',
    false,
  ])
})

it('emits permission requests of Capstan to the listeners of a session', async () => {
  const write = { method: 'fs/write_text_file', params: { sessionId: '$sessionId', path: '', content: 'x' } }
  write.params.path = `${lab.workspace}/made.txt`
  const scenario = { prompts: [[{ step: 'ask-client' as const, ...write }]] }
  session = await lab
    .sim(scenario, { words: ['--protocol', '1'] })
    .session('sim', { ...lab.options, permissions: 'ask' })
  const asked: string[] = []
  session.subscribe((event) => {
    if (event.type === 'permission.requested') {
      asked.push(event.title ?? '')
      queueMicrotask(() => run.respond(event.requestId, 'deny'))
    }
  })
  const run = session.run('go')
  await run.result()
  expect(asked).toEqual([`Write ${lab.workspace}/made.txt`])
})

it('delays an answer until the gate resolves', async () => {
  session = await lab.sim().session('sim', { ...lab.options, permissions: 'allow' })
  const order: string[] = []
  session.holdAnswers(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push('held')
  })
  session.subscribe(({ type }) => {
    if (type === 'permission.resolved') order.push('answered')
  })
  await session.ask('write note.txt hello')
  expect(order).toEqual(['held', 'answered'])
})

it('calls onEnd only if the agent ends by itself', async () => {
  session = await lab.sim().session('sim', lab.options)
  const ended = new Promise<string>((resolve) => {
    session.onEnd(({ code }) => resolve(code))
  })
  const [pid = 0] = lab.running()
  process.kill(pid, 'SIGKILL')
  expect([await ended, session.ended?.code]).toEqual(['AGENT_CRASH', 'AGENT_CRASH'])
  const other = await lab.sim().session('sim', lab.options)
  let isCalled = false
  other.onEnd(() => {
    isCalled = true
  })
  await other.close()
  await expect.poll(() => lab.running()).toEqual([])
  expect([isCalled, other.ended?.code]).toEqual([false, 'SESSION_CLOSED'])
})
