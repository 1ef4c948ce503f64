import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as acp from '@agentclientprotocol/sdk/unstable'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectV1, type Outcome, wireIssues } from '../../../test/support/acp-sdk-v1.ts'
import { createSimPlace, type SimPlace } from '../../../test/support/sim.ts'

const { agent, client } = acp.methods
let place: SimPlace
beforeEach(() => {
  place = createSimPlace()
  writeFileSync(join(place.workspace, 'README.md'), '# Hello\nThe sim reads this.\n')
})
afterEach(async () => await place.remove())

describe('work in the workspace', () => {
  it('reads a file', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    await connected.prompt(sessionId, 'read README.md')
    const calls = connected.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))
    const toolCallId = expect.stringMatching(/^call_/) as string
    expect(calls).toEqual([
      {
        sessionUpdate: 'tool_call',
        toolCallId,
        name: 'read',
        title: 'Read README.md',
        kind: 'read',
        status: 'pending',
        content: [],
        locations: [{ path: join(place.workspace, 'README.md') }],
        rawInput: { path: 'README.md' },
      },
      { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: '# Hello\nThe sim reads this.\n' } }],
        rawOutput: { lines: 2 },
      },
    ])
    expect(connected.said()).toBe('README.md has 2 lines and begins: # Hello\n')
    expect(wireIssues(connected, [agent.initialize, agent.session.new, agent.session.prompt])).toEqual([])
  })

  it('searches and lists only files of the project', async () => {
    mkdirSync(join(place.workspace, 'node_modules'))
    writeFileSync(join(place.workspace, 'node_modules/x.md'), 'The sim reads this.\n')
    const connected = await connectV1(place)
    await connected.prompt(await connected.newSession(), 'find sim reads and list')
    expect(connected.said()).toBe(
      '"sim reads" was found 1 time, first in README.md:2: The sim reads this.\nIn .: README.md, node_modules/. ',
    )
  })

  it('writes a file with permission', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    await connected.prompt(sessionId, 'write notes/a.txt salt and pepper')
    const path = join(place.workspace, 'notes/a.txt')
    expect(readFileSync(path, 'utf8')).toBe('salt and pepper\n')
    expect(connected.permissions).toEqual([
      {
        sessionId,
        toolCall: {
          toolCallId: expect.any(String),
          name: 'write',
          title: 'Write notes/a.txt',
          kind: 'edit',
          status: 'pending',
          content: [{ type: 'diff', path, oldText: null, newText: 'salt and pepper\n' }],
          locations: [{ path }],
          rawInput: { path: 'notes/a.txt', text: 'salt and pepper' },
        },
        options: [
          { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
          { optionId: 'allow-always', name: 'Always allow', kind: 'allow_always' },
          { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
        ],
      },
    ])
    expect(connected.said()).toBe('Wrote 16 bytes to notes/a.txt. ')
    expect(wireIssues(connected, [agent.initialize, agent.session.new, agent.session.prompt])).toEqual([])
  })

  it('does nothing without permission, and does not ask again after always', async () => {
    const answers = ['reject', 'allow-always']
    const connected = await connectV1(place, {
      permit: () => ({ outcome: 'selected', optionId: answers.shift() ?? 'none' }),
    })
    const sessionId = await connected.newSession()
    const { stopReason } = await connected.prompt(sessionId, 'write a.txt no')
    expect({ stopReason, written: existsSync(join(place.workspace, 'a.txt')) }).toEqual({
      stopReason: 'end_turn',
      written: false,
    })
    expect(connected.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }),
    )
    expect(connected.said()).toBe('Write a.txt: this was refused, and nothing was done. ')
    await connected.prompt(sessionId, 'write a.txt yes')
    await connected.prompt(sessionId, 'write a.txt again')
    expect(readFileSync(join(place.workspace, 'a.txt'), 'utf8')).toBe('again\n')
    expect(connected.permissions).toHaveLength(2)
  })

  it('runs a command and shows its output', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    await connected.prompt(sessionId, 'run echo "two words"')
    expect(connected.permissions[0]?.toolCall).toMatchObject({
      title: 'Run: echo "two words"',
      kind: 'execute',
    })
    expect(connected.said()).toBe('It ended with 0: two words\n')
    await connected.prompt(sessionId, 'run echo a b | wc -w; exit 3')
    expect(connected.permissions[1]?.toolCall.title).toBe('Run in a shell: echo a b | wc -w; exit 3')
    expect(connected.updates).toContainEqual(
      expect.objectContaining({
        status: 'failed',
        rawOutput: { exitCode: 3, signal: null, output: expect.stringMatching(/^\s*2\n$/) },
      }),
    )
    const asked = [agent.initialize, agent.session.new, agent.session.prompt, agent.session.prompt]
    expect(wireIssues(connected, asked)).toEqual([])
  })

  it('completes a plan entry by entry', async () => {
    const connected = await connectV1(place)
    await connected.prompt(await connected.newSession(), 'plan look, act')
    const plans = connected.updates.filter((update) => update.sessionUpdate === 'plan')
    expect(plans.map(({ entries }) => entries.map(({ status }) => status))).toEqual([
      ['in_progress', 'pending'],
      ['completed', 'in_progress'],
      ['completed', 'completed'],
    ])
  })

  it('stays inside the workspace for any path', async () => {
    writeFileSync(join(dirname(place.workspace), 'secret'), 'secret')
    symlinkSync(join(dirname(place.workspace), 'secret'), join(place.workspace, 'link'))
    symlinkSync(join(dirname(place.workspace), 'new'), join(place.workspace, 'dangling'))
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    for (const text of ['read ../secret', 'read link', 'write dangling x', 'read /etc/hostname']) {
      await connected.prompt(sessionId, text)
    }
    expect(connected.said()).toBe(
      'Read ../secret: this failed: ../secret is outside the workspace. ' +
        'Read link: this failed: link is outside the workspace. ' +
        'Write dangling: this failed: dangling is outside the workspace. ' +
        'Read /etc/hostname: this failed: /etc/hostname is outside the workspace. ',
    )
    expect([connected.permissions, existsSync(join(dirname(place.workspace), 'new'))]).toEqual([[], false])
  })

  it('uses additional directories', async () => {
    const other = join(dirname(place.workspace), 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'b.txt'), 'there\n')
    const connected = await connectV1(place)
    const sessionId = await connected.newSession({ additionalDirectories: [other] })
    await connected.prompt(sessionId, `read ${join(other, 'b.txt')}`)
    expect(connected.said()).toContain('has 1 line and begins: there')
  })

  it('uses the files and terminals a client offers', async () => {
    const calls: [string, object][] = []
    const connected = await connectV1(place, {
      capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
      extend: (app) => {
        app
          .onRequest(client.fs.readTextFile, ({ params }) => {
            calls.push(['read', params])
            return { content: 'from the editor\n' }
          })
          .onRequest(client.fs.writeTextFile, ({ params }) => {
            calls.push(['write', params])
            return {}
          })
          .onRequest(client.terminal.create, ({ params }) => {
            calls.push(['create', params])
            return { terminalId: 't1' }
          })
          .onRequest(client.terminal.waitForExit, () => ({ exitCode: 0 }))
          .onRequest(client.terminal.output, () => ({ output: 'hi\n', truncated: false }))
          .onRequest(client.terminal.release, ({ params }) => {
            calls.push(['release', params])
            return {}
          })
      },
    })
    const sessionId = await connected.newSession()
    await connected.prompt(sessionId, 'read README.md and write a.txt b then run echo hi')
    const path = join(place.workspace, 'a.txt')
    const create = { command: 'echo', args: ['hi'], cwd: place.workspace, outputByteLimit: 65_536 }
    expect(calls).toEqual([
      ['read', { sessionId, path: join(place.workspace, 'README.md') }],
      ['write', { sessionId, path, content: 'b\n' }],
      ['create', { sessionId, ...create }],
      ['release', { sessionId, terminalId: 't1' }],
    ])
    expect(existsSync(path)).toBe(false)
    expect(connected.updates).toContainEqual(
      expect.objectContaining({ content: [{ type: 'terminal', terminalId: 't1' }] }),
    )
    expect(connected.said()).toBe(
      'README.md has 1 line and begins: from the editor\nWrote 2 bytes to a.txt. It ended with 0: hi\n',
    )
  })
})

describe('cancelling', () => {
  it('stops a command and its child processes', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    const answer = connected.prompt(sessionId, 'run sh -c "echo started; sleep 1000 & wait"')
    await expect
      .poll(() => connected.updates.some((update) => JSON.stringify(update).includes('started\\n')))
      .toBe(true)
    await connected.agent.notify(agent.session.cancel, { sessionId })
    expect(await answer).toMatchObject({ stopReason: 'cancelled' })
    expect(connected.updates).toContainEqual({
      sessionUpdate: 'tool_call_update',
      toolCallId: expect.any(String),
      status: 'failed',
    })
    expect(await connected.prompt(sessionId, 'say on')).toMatchObject({ stopReason: 'end_turn' })
    const asked = [agent.initialize, agent.session.new, agent.session.prompt, agent.session.prompt]
    expect(wireIssues(connected, asked)).toEqual([])
  })

  it('stops waiting for an unanswered permission when cancelled', async () => {
    const connected = await connectV1(place, { permit: () => new Promise<Outcome>(() => undefined) })
    const sessionId = await connected.newSession()
    const answer = connected.prompt(sessionId, 'write a.txt b')
    await expect.poll(() => connected.permissions.length).toBe(1)
    await connected.agent.notify(agent.session.cancel, { sessionId })
    expect(await answer).toMatchObject({ stopReason: 'cancelled' })
    expect(existsSync(join(place.workspace, 'a.txt'))).toBe(false)
  })

  it('ends the turn after a cancelled permission', async () => {
    const connected = await connectV1(place, { permit: () => ({ outcome: 'cancelled' }) })
    const answer = await connected.prompt(await connected.newSession(), 'write a.txt b and say more')
    expect(answer).toMatchObject({ stopReason: 'cancelled' })
    expect(connected.said()).toBe('')
  })

  it('answers a single cancelled request', async () => {
    const connected = await connectV1(place)
    const sessionId = await connected.newSession()
    const controller = new AbortController()
    const answer = connected.agent.request(
      agent.session.prompt,
      { sessionId, prompt: [{ type: 'text', text: 'run sleep 1000' }] },
      { cancellationSignal: controller.signal },
    )
    await expect.poll(() => connected.permissions.length).toBe(1)
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: -32_800 })
  })
})
