import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunOptions } from '../../src/run/api/options.ts'
import { createLab, failureOf, type Lab, ofType, readAll, textIn } from '../support/sim-lab.ts'

let lab: Lab
let home: string
const homeBefore = process.env['CAPSTAN_HOME']
beforeEach(() => {
  lab = createLab()
  home = mkdtempSync(join(tmpdir(), 'capstan-home-'))
  process.env['CAPSTAN_HOME'] = home
})
afterEach(async () => {
  if (homeBefore === undefined) delete process.env['CAPSTAN_HOME']
  else process.env['CAPSTAN_HOME'] = homeBefore
  await lab.remove()
  rmSync(home, { recursive: true, force: true })
})

const answering = (text: string): string =>
  `on['session/prompt'] = ({ id }) => send(say('${text}'), { id, result: { stopReason: 'end_turn' } })`
const failing = (error: object, before = ''): string =>
  `on['session/prompt'] = ({ id }) => send(${before} { id, error: ${JSON.stringify(error)} })`
const edits = `update({ sessionUpdate: 'tool_call', toolCallId: 'e', title: 'Edit a.ts', kind: 'edit', status: 'completed' }),`
const options = (more: Partial<RunOptions>): RunOptions => ({
  ...lab.options,
  agent: 'ada',
  prompt: 'go',
  permissions: 'allow',
  ...more,
})
const promptsOf = (): unknown[] =>
  lab
    .sent('session/prompt')
    .map(({ params }) => (params?.['prompt'] as { text: string }[] | undefined)?.[0]?.text)

describe('a run with fallback', () => {
  it('reports which agent answered and why, and voids the text of the previous one', async () => {
    const limit = { code: 429, message: 'Slow down', data: { retryAfterMs: 3_600_000 } }
    const client = lab.bares({ ada: failing(limit, `say('Let me'),`), bob: answering('done') })
    const started = Date.now()
    const run = client.run(options({ fallback: ['bob'] }))
    const events = await readAll(run)
    const result = await run.result()
    const [change] = ofType(events, 'agent.changed')
    expect(Date.parse(change?.until ?? '') - started).toBeGreaterThan(3_590_000)
    expect(change).toEqual({
      type: 'agent.changed',
      agent: 'bob',
      previousAgent: 'ada',
      reason: 'rate-limit',
      until: change?.until,
      error: {
        message: 'Slow down',
        code: 'RATE_LIMITED',
        retryable: true,
        data: {
          hint: 'Wait and try again, or use another model or API key.',
          status: 429,
          resetsAt: change?.until,
        },
      },
    })
    expect(events.map(({ type }) => type).filter((type) => type !== 'session.started')).toEqual([
      'text.delta',
      'message.retracted',
      'agent.changed',
      'text.delta',
      'finish',
    ])
    expect(result).toMatchObject({ agent: 'bob', text: 'done', agentChanges: [change] })
    expect(promptsOf()).toEqual(['go', 'go'])
  })

  it('keeps the cool-down for the next runs, without a secret, and asks nobody twice', async () => {
    const client = lab.bares({ ada: failing({ code: 529, message: 'no' }), bob: answering('done') })
    const env = { ...lab.options.env, SOME_KEY: 'sk-secret-value' }
    await client.run(options({ fallback: ['bob'], env })).result()
    const second = await client.run(options({ fallback: ['bob'], env })).result()
    expect(second.agentChanges).toEqual([
      {
        type: 'agent.changed',
        agent: 'bob',
        previousAgent: 'ada',
        reason: 'cool-down',
        until: expect.any(String),
      },
    ])
    expect(promptsOf()).toHaveLength(3)
    const stored = readFileSync(join(home, 'cool-downs.json'), 'utf8')
    expect(stored).toContain('"reason":"overload"')
    expect(stored).not.toContain('secret')
    // A run that names only this agent is the caller's decision.
    expect(await failureOf(client.run(options({ env })).result())).toMatchObject({ code: 'PROVIDER_ERROR' })
  })

  it('asks the first agent if all have a cool-down', async () => {
    const refusing = failing({ code: 429, message: 'no' })
    const client = lab.bares({ ada: refusing, bob: refusing })
    expect(await failureOf(client.run(options({ fallback: ['bob'] })).result())).toMatchObject({
      status: 429,
    })
    await failureOf(client.run(options({ fallback: ['bob'] })).result())
    expect(promptsOf()).toHaveLength(3)
  })

  it.each([
    [
      'a missing login at the start',
      `on['session/new'] = ({ id }) => send({ id, error: { code: -32000, message: 'no' } })`,
      'login',
    ],
    ['a crash before the first answer', `on['session/prompt'] = () => process.exit(3)`, 'crash'],
  ])('switches after %s', async (_, ada, reason) => {
    const client = lab.bares({ ada, bob: answering('done') })
    const { agent, agentChanges } = await client.run(options({ fallback: ['bob'] })).result()
    expect([agent, agentChanges?.map((change) => change.reason)]).toEqual(['bob', [reason]])
  })

  it.each([
    [
      'words about a rate limit without a status',
      failing({ code: -32603, message: 'rate limit exceeded, quota' }),
    ],
    ['an error of the server', failing({ code: 500, message: 'no' })],
    ['an error of the agent', failing({ code: -32603, message: 'undefined is not a function' })],
    ['a refusal after an edit', failing({ code: 429, message: 'no' }, edits)],
    [
      'a refusal after a call of an unknown kind',
      failing(
        { code: 429, message: 'no' },
        `update({ sessionUpdate: 'tool_call', toolCallId: 'x', title: 'Do it' }),`,
      ),
    ],
    [
      'a refusal after a command that claims to read',
      failing(
        { code: 429, message: 'no' },
        `update({ sessionUpdate: 'tool_call', toolCallId: 'x', title: 'Read', kind: 'read', rawInput: { command: 'rm x' } }),`,
      ),
    ],
  ])('does not switch after %s', async (_, ada) => {
    const client = lab.bares({ ada, bob: answering('done') })
    const events = await readAll(client.run(options({ fallback: ['bob'] })))
    expect(ofType(events, 'agent.changed')).toEqual([])
    expect(ofType(events, 'finish')[0]?.stopReason).toBe('error')
    expect(promptsOf()).toHaveLength(1)
  })

  it('continues after effects only if allowed, with a summary of what was done', async () => {
    const client = lab.bares({ ada: failing({ code: 429, message: 'no' }, edits), bob: answering('done') })
    const result = await client.run(options({ fallback: ['bob'], fallbackAfterEffects: true })).result()
    expect(result.agentChanges).toMatchObject([{ agent: 'bob', reason: 'rate-limit', briefed: true }])
    expect(promptsOf()[1]).toBe(
      [
        'Another agent, ada, began this task in the same folder and stopped before it was finished.',
        'It reported these steps, which may have had effects:',
        '- Edit a.ts (completed)',
        'Check the current state first, do not repeat what is done, and finish the task:',
        '',
        'go',
      ].join('\n'),
    )
  })

  it('stops the previous agent before the next one starts', async () => {
    const ada = `${failing({ code: 429, message: 'no' }, 'say(String(process.pid)),')}; setInterval(() => {}, 1000)`
    const client = lab.bares({ ada, bob: answering('done') })
    let [pid, running] = [0, [0]]
    const run = client.run(options({ fallback: ['bob'] }))
    for await (const event of run) {
      if (event.type === 'text.delta' && pid === 0) pid = Number(event.text)
      if (event.type === 'agent.changed') running = lab.running()
    }
    expect(pid).toBeGreaterThan(0)
    expect(running).not.toContain(pid)
  })

  it('sends a second prompt to the agent that answered the first', async () => {
    const client = lab.bares({ ada: failing({ code: 429, message: 'no' }), bob: answering('done') })
    const run = client.run(options({ fallback: ['bob'] }))
    run.send('and then')
    expect(textIn(await readAll(run))).toBe('donedone')
    expect(promptsOf()).toEqual(['go', 'go', 'and then'])
  })

  it.each([
    [{ fallback: ['nobody'] }, 'nobody'],
    [{ fallback: ['bob'], sessionId: 's' }, 'fallback cannot be given together with sessionId'],
    [{ agent: 'auto', fallback: ['bob'] }, 'fallback cannot be given together with the agent auto'],
    [{ needs: ['images'] }, 'needs is only for the agent auto'],
    [{ fallbackAfterEffects: true }, 'fallbackAfterEffects is only for runs with fallback or the agent auto'],
  ] as [Partial<RunOptions>, string][])('refuses %j before anything starts', (more, message) => {
    const client = lab.bares({ ada: answering('a'), bob: answering('b') })
    expect(() => client.run(options(more))).toThrow(message)
    expect(lab.sent()).toEqual([])
  })

  it('refuses fallback for a session', async () => {
    const client = lab.bares({ ada: answering('a'), bob: answering('b') })
    const opening = client.session('ada', { ...lab.options, fallback: ['bob'] })
    expect(await failureOf(opening)).toMatchObject({ message: 'fallback works only for single runs' })
  })
})

describe('the agent auto', () => {
  it('chooses an agent, reports it, and falls back to the next best', async () => {
    const client = lab.bares({ ada: failing({ code: 402, message: 'no' }), bob: answering('done') })
    const result = await client.run(options({ agent: 'auto', needs: ['prompt.text'] })).result()
    expect(result).toMatchObject({
      agent: 'bob',
      agentChanges: [
        { agent: 'ada', reason: 'chosen' },
        { agent: 'bob', previousAgent: 'ada', reason: 'quota' },
      ],
    })
    const again = await client.run(options({ agent: 'auto', needs: ['prompt.text'] })).result()
    expect(again.agentChanges).toEqual([{ type: 'agent.changed', agent: 'bob', reason: 'chosen' }])
  })

  it('fails with every reason and the next step if no agent fits', async () => {
    const client = lab.bares({ ada: answering('a') })
    const run = (): unknown => client.run(options({ agent: 'auto', needs: ['prompt.video'] }))
    expect(run).toThrow('No installed agent fits: ada: prompt.video: ')
  })

  it.each([
    ['no-such-thing', 'No capability is known as no-such-thing'],
    ['session', 'session means'],
  ])('refuses the need %s', (need, message) => {
    const client = lab.bares({ ada: answering('a') })
    expect(() => client.run(options({ agent: 'auto', needs: [need] }))).toThrow(message)
  })

  it('opens a session with the chosen agent', async () => {
    const client = lab.bares({ ada: answering('a') })
    await using session = await client.session('auto', lab.options)
    expect(session.agent).toBe('ada')
  })
})
