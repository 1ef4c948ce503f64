import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/run/client.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

const program = join(import.meta.dirname, '../support/sdk-agents/main.ts')

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

describe.each([
  ['1', 1],
  ['2', 2],
  ['both', 2],
] as const)('an agent of the ACP SDK that speaks version %s', (words, version) => {
  const start = (): Client => lab.program(program, [words])

  it('thinks, plans, calls an allowed tool and answers', async () => {
    const run = start().run({ ...lab.options, agent: 'own', prompt: 'go', permissions: 'allow' })
    const events = await readAll(run)
    expect(textIn(events)).toBe('deleted')
    expect(ofType(events, 'thinking.delta').map(({ text }) => text)).toEqual(['hm'])
    expect(ofType(events, 'plan.updated')).toMatchObject([
      { plan: { type: 'items', entries: [{ content: 'look', priority: 'high', status: 'in-progress' }] } },
    ])
    expect([...ofType(events, 'tool.called'), ...ofType(events, 'tool.updated')]).toMatchObject([
      { toolCallId: 'c1', title: 'Delete', kind: 'delete', status: 'pending' },
      { toolCallId: 'c1', status: 'completed', content: [{ type: 'diff', changes: [{ path: '/a' }] }] },
    ])
    expect(ofType(events, 'permission.resolved')).toMatchObject([
      { outcome: { type: 'selected', optionId: 'y' } },
    ])
    expect(await run.result()).toMatchObject({ text: 'deleted', thinking: 'hm', stopReason: 'end-turn' })
  })

  it('refuses a tool, applies settings, interrupts, lists and resumes in one session', async () => {
    const session = await start().session('own', lab.options)
    try {
      expect(session.host.handshake.protocolVersion).toBe(version)
      expect((await session.ask('go')).text).toBe('kept')
      await session.set({ effort: 'high' })
      expect(session.options).toMatchObject([{ category: 'thought-level', currentValue: 'high' }])
      expect((await session.listSessions()).sessions).toEqual([
        { sessionId: 'old', cwd: '/old', title: 'Old' },
      ])
      await session.loadSession('old')
      const run = session.run('wait')
      const events = []
      for await (const event of run) {
        events.push(event)
        if (event.type === 'text.delta' && event.text === 'waiting') await run.interrupt()
      }
      expect(JSON.stringify(events.filter((event) => event.sessionId === 'old'))).toContain('earlier')
      expect(await run.result()).toMatchObject({
        sessionId: 'old',
        text: 'waiting',
        stopReason: 'cancelled',
      })
    } finally {
      await session.close()
    }
  })
})

it.each([
  ['answers 1 to a 2', ['--protocol', '1'], 1],
  ['answers any number with itself, in the form of version 1', ['--protocol', 'echo'], 2],
])('supports an agent that %s', async (_, words, answered) => {
  const result = await lab.sim({}, { words }).ask('sim', 'say hi', lab.options)
  expect([result.text, lab.received()[0]?.result?.['protocolVersion']]).toEqual(['hi\n', answered])
  expect(await lab.sim({}, { words }).probe('sim')).toMatchObject({ protocolVersion: 1 })
})

it('probes both versions of an agent', async () => {
  expect((await lab.program(program, ['1']).probe('own')).capabilities).toEqual({
    loadSession: true,
    forkSession: false,
    resumeSession: false,
    closeSession: false,
    listSessions: true,
    additionalDirectories: false,
    mcp: { stdio: true, http: false, sse: false },
    prompt: { text: true, image: false, audio: false, embeddedContext: false },
  })
  expect(await lab.program(program, ['2']).probe('own')).toMatchObject({
    agent: 'own',
    name: 'sdk-v2',
    version: '2.0.0',
    protocolVersion: 2,
    capabilities: { loadSession: true, listSessions: true, closeSession: true },
  })
  const silent = lab.sim({ initialize: { hang: true } })
  expect(await failureOf(silent.probe('sim', { timeoutMs: 50 }))).toMatchObject({ code: 'TIMEOUT' })
})
