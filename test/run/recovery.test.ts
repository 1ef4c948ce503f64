import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunSession } from '../../src/run/session.ts'
import { createLab, failureOf, type Lab, ofType, readAll } from '../support/sim-lab.ts'

let lab: Lab
let session: RunSession | undefined
beforeEach(() => {
  lab = createLab()
})
afterEach(async () => {
  await session?.close()
  await lab.remove()
})

describe('an agent that dies', () => {
  /** Dies in its first turn, or after it; another process of the same agent does not. Remembers in a file that it died. */
  const mortal = (capabilities: object, when: 'in' | 'after' = 'in'): string => `
    const fs = require('node:fs')
    const isSecond = fs.existsSync(__filename + '.died')
    const die = () => { fs.writeFileSync(__filename + '.died', ''); process.exit(9) }
    on.initialize = ({ id }) =>
      send({ id, result: { protocolVersion: 1, agentCapabilities: ${JSON.stringify(capabilities)} } })
    const options = { configOptions: [{ id: 'm', name: 'M', category: 'model', type: 'select', currentValue: 'a',
      options: [{ value: 'a', name: 'A' }, { value: 'b', name: 'B' }] }] }
    on['session/new'] = ({ id }) => send({ id, result: { sessionId: isSecond ? 's2' : 's1', ...options } })
    on['session/load'] = ({ id }) => send(say('before'), { id, result: options })
    on['session/resume'] = ({ id, params }) => send({ id, result: options })
    on['session/set_config_option'] = ({ id }) => send({ id, result: options })
    on['session/prompt'] = ({ id, params }) => {
      if (!isSecond && ${JSON.stringify(when)} === 'in') return die()
      send({ id, result: { stopReason: 'end_turn' } })
      if (!isSecond) setTimeout(die, 10)
    }
  `
  const prompts = (): unknown[] =>
    lab
      .sent('session/prompt')
      .map(({ params }) => (params?.['prompt'] as { text: string }[] | undefined)?.[0]?.text)

  it('ends the session with an error', async () => {
    session = await lab.bare(mortal({})).session('bare', { ...lab.options, sandbox: false })
    expect(await failureOf(session.ask('go'))).toMatchObject({ code: 'AGENT_CRASH', exitCode: 9 })
    expect(() => session?.run('on')).toThrow('bare ended with exit code 9')
  })

  it.each([
    ['resume', { loadSession: true, sessionCapabilities: { resume: {} } }, 's1'],
    ['load', { loadSession: true }, 's1'],
    ['new', {}, 's2'],
  ])('is replaced by a process that continues by %s', async (by, capabilities, sessionId) => {
    const client = lab.bare(mortal(capabilities))
    session = await client.session('bare', { ...lab.options, sandbox: false, recover: 'session' })
    await session.set({ model: 'b' })
    expect(await failureOf(session.ask('go'))).toMatchObject({ code: 'AGENT_CRASH' })
    const events = await readAll(session.run('on'))
    expect(ofType(events, 'session.recovered')).toEqual([
      {
        type: 'session.recovered',
        sessionId,
        by,
        contextLost: by === 'new',
        ...(by === 'new' ? { previousSessionId: 's1' } : {}),
      },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'finish', stopReason: 'end-turn' })
    expect([session.id, prompts()]).toEqual([sessionId, ['go', 'on']])
    expect(lab.sent('session/set_config_option').map(({ params }) => params?.['value'])).toEqual(['b', 'b'])
  })

  it('loads the session if the agent refuses to resume it', async () => {
    const client = lab.bare(
      mortal({ loadSession: true, sessionCapabilities: { resume: {} } }) +
        `on['session/resume'] = ({ id }) => send({ id, error: { code: -32002, message: 'Gone' } })`,
    )
    session = await client.session('bare', { ...lab.options, sandbox: false, recover: 'session' })
    await failureOf(session.ask('go'))
    const run = session.run('on')
    expect(ofType(await readAll(run), 'session.recovered')).toMatchObject([
      { by: 'load', contextLost: false },
    ])
    expect((await run.result()).warnings).toEqual([
      'bare refused session/resume: Gone; loading the session instead',
    ])
  })

  it('between runs is recovered by the next run', async () => {
    const client = lab.bare(mortal({ loadSession: true }, 'after'))
    session = await client.session('bare', { ...lab.options, sandbox: false, recover: 'session' })
    await session.ask('go')
    await expect.poll(() => lab.running()).toEqual([])
    expect(await failureOf(session.set({ model: 'b' }))).toMatchObject({ code: 'AGENT_CRASH' })
    const events = await readAll(session.run('on'))
    expect(ofType(events, 'session.recovered')).toHaveLength(1)
    expect([events.at(-1), prompts()]).toMatchObject([{ stopReason: 'end-turn' }, ['go', 'on']])
  })
})

describe('resume', () => {
  const options = `
    on.initialize = ({ id }) => send({ id, result: { protocolVersion: 1,
      agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } } })
    on['session/new'] = ({ id }) => send({ id, result: { sessionId: 's' + process.pid } })
    on['session/prompt'] = ({ id }) => send({ id, result: { stopReason: 'end_turn' } })
  `
  const resumes = `on['session/resume'] = ({ id }) => send({ id, result: {} })`
  const forgets = `
    on['session/resume'] = on['session/load'] = ({ id }) => send({ id, error: { code: -32002, message: 'Gone' } })
  `

  it('continues the session in a new process, with other options', async () => {
    session = await lab.bare(options + resumes).session('bare', lab.options)
    const { id } = session
    const before = lab.running()
    await session.resume({ env: { EXAMPLE: 'changed' } })
    expect([session.id, session.isResumed, session.ended]).toEqual([id, true, undefined])
    expect(lab.running()).toHaveLength(1)
    expect(lab.running()).not.toEqual(before)
    expect(lab.sent('session/resume').map(({ params }) => params?.['sessionId'])).toEqual([id])
  })

  it('leaves the session ended if the agent no longer has it', async () => {
    session = await lab.bare(options + forgets).session('bare', lab.options)
    expect(await failureOf(session.resume())).toMatchObject({ message: 'bare refused session/load: Gone' })
    expect(session.ended).toBeDefined()
  })

  it('reports no end of the process that it stops', async () => {
    session = await lab.bare(options + resumes).session('bare', lab.options)
    const ends: unknown[] = []
    session.onEnd((reason) => ends.push(reason))
    await session.resume()
    await session.ask('on')
    expect([ends, session.ended]).toEqual([[], undefined])
  })

  it('leaves no process when the session is closed meanwhile', async () => {
    session = await lab.bare(options + resumes).session('bare', lab.options)
    const resumed = session.resume().catch((error: unknown) => error)
    expect(() => session?.run('on')).toThrow('bare is still working')
    await session.close()
    await resumed
    expect(lab.running()).toEqual([])
  })

  it('is refused after close', async () => {
    session = await lab.bare(options + resumes).session('bare', lab.options)
    await session.close()
    expect(await failureOf(session.resume())).toMatchObject({ code: 'SESSION_CLOSED' })
  })

  it('starts a new session with orStart if the agent no longer has the old one', async () => {
    const client = lab.bare(options + forgets)
    const asked = { ...lab.options, sessionId: 'old' }
    expect(await failureOf(client.session('bare', asked))).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    session = await client.session('bare', { ...asked, orStart: true })
    expect(session.isResumed).toBe(false)
    const [recovered] = ofType(await readAll(session.run('on')), 'session.recovered')
    expect(recovered).toMatchObject({ by: 'new', contextLost: true, previousSessionId: 'old' })
    expect(recovered?.sessionId).toBe(session.id)
  })

  it('refuses an orStart that is neither true nor false', async () => {
    const opening = lab.bare(options).session('bare', { ...lab.options, orStart: 'yes' as never })
    expect(await failureOf(opening)).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
