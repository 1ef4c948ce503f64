import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import type { LoggedEvent } from '../../src/sessions/store/session-store.ts'
import type { SessionReport } from '../../src/sessions/wire/wire-methods.ts'
import { projectRoot } from '../support/package.ts'
import { childrenOf } from '../support/processes.ts'
import { createSessionMachine, type SessionMachine } from '../support/sessions/session-machine.ts'

let lab: SessionMachine
beforeAll(async () => {
  lab = createSessionMachine()
  await lab.run(['session', 'new', 'sim', '--name', 'Ada'])
})
afterAll(() => lab.remove())

const status = async (session: string): Promise<string> =>
  (await lab.json<SessionReport>(['session', 'show', session])).status

describe('capstan session', () => {
  it('opens a session that stays open, and shows its capabilities', async () => {
    const { exitCode, stdout, stderr } = await lab.run([
      'session',
      'new',
      'sim',
      '--name',
      'Bob',
      '--permissions',
      'allow',
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^@bob\n {2}id +ses_\w{26}\n {2}name +Bob\n {2}agent +sim\n {2}status +idle\n/)
    expect(stdout).toContain('delivery     immediate, next-message')
    const list = await lab.json<SessionReport[]>(['session', 'list'])
    expect(list.map(({ identity, status: is }) => [identity.handle, is])).toEqual([
      ['ada', 'idle'],
      ['bob', 'idle'],
    ])
    expect((await lab.run(['session', 'list'])).stdout).toMatch(
      /^SESSION +STATUS +AGENT +QUEUED +NAME\n@ada +idle +sim +none +Ada\n@bob +idle +sim +none +Bob\n$/,
    )
    await lab.run(['session', 'release', 'bob', '--reason', 'done'])
    expect(await status('@bob')).toBe('released')
    expect(await lab.json<SessionReport[]>(['session', 'list'])).toHaveLength(1)
    expect(await lab.json<SessionReport[]>(['session', 'list', '--all'])).toHaveLength(2)
  })

  it('opens an agent without MCP support without tools, and reports it', async () => {
    const sim = join(projectRoot, 'dist/testing/sim/main.js')
    const own = {
      id: 'bare',
      acp: { binary: 'node', arguments: [sim] },
      facts: { 'mcp.stdio': { support: 'unsupported', basis: 'docs' } },
    }
    writeFileSync(join(lab.machine.home, 'agents.json'), JSON.stringify(own))
    const words = ['session', 'new', 'bare', '--agents', 'agents.json']
    const { exitCode, stdout, stderr } = await lab.run(words)
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr:
        'warning: bare does not support MCP servers: it receives messages but has no tools to message others\n',
    })
    expect(stdout).toMatch(/^@bare\n[^]*actions +none\n/)
    expect((await lab.run(['session', 'send', 'bare', 'say hello', '--wait'])).exitCode).toBe(0)
    await lab.run(['session', 'release', 'bare'])
  })

  it('ends an agent whose start is aborted', async () => {
    const file = join(lab.machine.home, 'hang.mjs')
    writeFileSync(file, 'setInterval(() => undefined, 1000)')
    const { child, ended } = lab.start(['session', 'new', '--acp', `${process.execPath} ${file}`])
    const agents = (): number[] => lab.daemons().flatMap((daemon) => childrenOf(daemon, 'hang.mjs'))
    await vi.waitUntil(() => agents().length === 1, { timeout: 10_000 })
    child.kill('SIGINT')
    const { exitCode, stderr } = await ended
    expect([exitCode, stderr.slice(0, 13)]).toEqual([13, 'error ABORTED'])
    await vi.waitUntil(() => agents().length === 0, { timeout: 10_000 })
    expect(await lab.json<SessionReport[]>(['session', 'list'])).toHaveLength(1)
  })

  it('sends a message, waits for its delivery, and reports it', async () => {
    const { exitCode, stdout } = await lab.run(['session', 'send', 'ada', 'say hello', '--wait'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^msg_\w{26}\nDelivered to @ada\n$/)
    const sent = await lab.json<{ deliveries: Delivery[] }>([
      'session',
      'send',
      '@ada',
      'later',
      '--mode',
      'manual',
    ])
    expect(sent.deliveries).toMatchObject([{ state: 'pending', mode: 'manual' }])
    const piped = await lab.run(['session', 'send', 'ada', '-', '--mode', 'manual', '--key', 'k'], {
      input: 'from stdin',
    })
    expect(piped.exitCode).toBe(0)
    const again = await lab.run(['session', 'send', 'ada', 'from stdin', '--mode', 'manual', '--key', 'k'])
    expect(again.stdout).toMatch(/^msg_\w{26} was already sent\nQueued for @ada \(manual delivery\)\n$/)
    const inbox = await lab.json<{ message: { text: string } }[]>(['session', 'inbox', 'ada', '--all'])
    expect(inbox.map(({ message }) => message.text)).toEqual(['say hello', 'later', 'from stdin'])
  })

  it('says why a message waits, and ends --wait with the next command', async () => {
    await lab.run(['session', 'new', 'sim', '--name', 'Offline'])
    await lab.run(['session', 'pause', 'offline'])
    const { exitCode, stdout } = await lab.run(['session', 'send', 'offline', 'say x', '--wait'])
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^msg_\w{26}\nQueued for @offline: @offline is paused; run capstan session resume @offline\n$/,
      ),
    ])
    expect((await lab.run(['session', 'list'])).stdout).toContain(
      '\n\n@offline: @offline is paused; run capstan session resume @offline\n',
    )
    expect((await lab.run(['session', 'show', 'offline'])).stdout).toMatch(
      /waiting +@offline is paused; run capstan session resume @offline\n/,
    )
    expect((await lab.run(['session', 'resume', 'offline'])).stdout).toMatch(/^@offline is (idle|active)\n$/)
    expect((await lab.run(['session', 'send', 'offline', 'say y', '--wait'])).exitCode).toBe(0)
    await lab.run(['session', 'release', 'offline'])
  })

  it('passes variables by name, opens a snapshot again and flushes', async () => {
    const env = { FIRST_TOKEN: 'first', SECOND: 'two' }
    await lab.run(['session', 'new', 'sim', '--name', 'Vera', '--env', 'FIRST_TOKEN'], { env })
    const { stdout: snapshot } = await lab.run(['session', 'snapshot', 'vera'])
    expect(JSON.parse(snapshot)).toMatchObject({ kind: 'agent', variables: ['FIRST_TOKEN'] })
    expect(snapshot).not.toContain('first')
    await lab.run(['session', 'send', 'vera', 'say x', '--mode', 'manual'])
    expect((await lab.run(['session', 'flush', 'vera'])).stdout).toBe('Delivered 1 message.\n')
    await lab.run(['session', 'release', 'vera'])
    writeFileSync(join(lab.machine.home, 'vera.json'), snapshot)
    const opened = await lab.run(['session', 'new', '--snapshot', 'vera.json', '--env', 'SECOND'], { env })
    expect([opened.exitCode, opened.stderr]).toEqual([0, ''])
    const { origin } = await lab.json<SessionReport>(['session', 'show', 'vera'])
    expect(origin?.['variables']).toEqual(['FIRST_TOKEN', 'SECOND'])
    await lab.run(['session', 'release', 'vera'])
  })

  it('sends as a session, and shows each message to you once', async () => {
    const { exitCode } = await lab.run(['session', 'send', '@user', 'I am done', '--from', 'ada'])
    expect(exitCode).toBe(0)
    const { stdout } = await lab.run(['session', 'inbox'])
    expect(stdout).toMatch(/^@ada {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}msg_\w{26}\nI am done\n$/)
    expect((await lab.run(['session', 'inbox'])).stdout).toContain('No unread messages')
    const [item] = await lab.json<{ message: { id: string } }[]>(['session', 'inbox', '--all'])
    const reply = await lab.json<{ message: object }>([
      'session',
      'send',
      '--reply',
      item?.message.id ?? '',
      'thank you',
      '--mode',
      'manual',
    ])
    expect(reply.message).toMatchObject({ kind: 'thread_reply', text: 'thank you', from: { handle: 'user' } })
  })

  it('sends files with a message', async () => {
    writeFileSync(join(lab.machine.home, 'note.txt'), 'a note')
    writeFileSync(join(lab.machine.home, 'dot.png'), 'png')
    const sent = await lab.json<{ message: object }>([
      'session',
      'send',
      'ada',
      'see these',
      '--mode=manual',
      '--attach=note.txt',
      '--attach=dot.png',
    ])
    expect(sent.message).toMatchObject({
      attachments: [
        { type: 'text', text: 'a note', label: 'note.txt' },
        { type: 'image', mimeType: 'image/png', data: 'cG5n', label: 'dot.png' },
      ],
    })
  })

  it('names the file that is too large for a message', async () => {
    writeFileSync(join(lab.machine.home, 'long.txt'), 'a'.repeat(9_000_000))
    const { exitCode, stderr } = await lab.run(['session', 'send', 'ada', 'see this', '--attach=long.txt'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'error USAGE_ERROR: --attach long.txt is too large: 9000000 bytes — Keep a message with its attachments below 8 MiB.\n',
    })
  })

  it('watches events from any cursor', async () => {
    const { child, ended } = lab.start([
      'session',
      'watch',
      'ada',
      '--type',
      'delivery.*',
      '--after',
      '0',
      '--json',
    ])
    if (child.stdout === null) throw new Error('It has no stdout')
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async (): Promise<LoggedEvent> =>
      JSON.parse((await lines.next()).value as string) as LoggedEvent
    const first = await next()
    expect(first.event.type).toBe('delivery.delivered')
    await lab.run(['session', 'send', 'ada', 'say more'])
    const second = await next()
    expect(second.cursor).toBeGreaterThan(first.cursor)
    child.kill('SIGINT')
    expect((await ended).exitCode).toBe(0)
  })

  it('shows events as lines, and the next cursor', async () => {
    const { child, ended } = lab.start(['session', 'watch', '--after', '0'])
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString('utf8')
      if (seen.split('\n').length > 2) child.kill('SIGINT')
    })
    const { exitCode, stdout, stderr } = await ended
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^1 \d\d:\d\d:\d\d @ada status\.changed starting\n2 \d\d:\d\d:\d\d @ada session\.started ses_\w+\n/,
    )
    expect(stderr).toMatch(/^Continue with: capstan session watch --after \d+\n$/)
  })

  it('pauses and resumes', async () => {
    expect((await lab.run(['session', 'pause', 'ada'])).stdout).toBe('@ada is paused\n')
    const { deliveries } = await lab.json<{ deliveries: Delivery[] }>(['session', 'send', 'ada', 'say held'])
    expect(deliveries).toMatchObject([{ state: 'pending' }])
    expect((await lab.run(['session', 'resume', 'ada'])).stdout).toBe('@ada is idle\n')
  })

  it('forks a session, and prints its snapshot', async () => {
    const { stdout } = await lab.run(['session', 'fork', 'ada', '--name', 'Carl'])
    expect(stdout).toMatch(/^@carl\n/)
    const snapshot = await lab.json<Record<string, unknown>>(['session', 'snapshot', 'carl'])
    expect(snapshot).toMatchObject({ kind: 'agent', agent: 'sim', identity: { handle: 'carl' } })
    await lab.run(['session', 'release', 'carl'])
  })

  it('lists undelivered messages, and redelivers them', async () => {
    await lab.run(['session', 'new', 'sim', '--name', 'Dora'])
    const { deliveries } = await lab.json<{ deliveries: Delivery[] }>([
      'session',
      'send',
      'dora',
      'x',
      '--mode',
      'manual',
    ])
    await lab.run(['session', 'release', 'dora'])
    const dead = await lab.json<Delivery[]>(['session', 'dead'])
    expect(dead).toMatchObject([{ id: deliveries[0]?.id, state: 'dead', dead: { reason: 'released' } }])
    expect((await lab.run(['session', 'dead'])).stdout).toContain('@user  @dora  dead   released: ')
    await lab.run(['session', 'pause', 'ada'])
    const late = await lab.run(['session', 'send', 'ada', 'say late', '--deadline', '1s', '--wait', '--json'])
    expect(late.exitCode).toBe(1)
    const [expired] = (JSON.parse(late.stdout) as { deliveries: Delivery[] }).deliveries
    expect(expired).toMatchObject({ state: 'dead', dead: { reason: 'expired' } })
    await lab.run(['session', 'resume', 'ada'])
    const again = await lab.run(['session', 'dead', '--redeliver', expired?.id ?? '', '--deadline', '10m'])
    expect(again.stdout).toBe(`${expired?.id} is pending\n`)
  })

  it('posts to channels', async () => {
    expect((await lab.run(['session', 'channel', 'builds', 'ada', '--topic', 'red or green'])).stdout).toBe(
      '#builds  @user @ada  red or green\n',
    )
    const { stdout } = await lab.run(['session', 'send', '#builds', 'red', '--mode', 'manual'])
    expect(stdout).toContain('Queued for @ada (manual delivery)')
    expect((await lab.run(['session', 'channel', 'builds', 'ada', '--leave'])).stdout).toContain(
      '#builds  @user',
    )
  })
})

describe('capstan actions', () => {
  it('come from a module, are listed, and return their results', async () => {
    const path = join(lab.machine.home, 'actions.mjs')
    const write = (answer: number): void =>
      writeFileSync(
        path,
        `export const actions = [
          { name: 'answer', description: 'Gives the answer', handler: () => ${answer} },
          { name: 'ada.only', description: 'For Ada', availableTo: ['@ada'], handler: (_, { caller }) => caller.handle },
        ]`,
      )
    write(42)
    expect((await lab.run(['actions', 'list'])).stdout).toBe(
      'No actions registered. Try: capstan actions add <module>\n',
    )
    expect((await lab.run(['actions', 'add', 'actions.mjs'])).stdout).toBe('Added answer, ada.only.\n')
    expect((await lab.run(['actions', 'list'])).stdout).toBe('answer  Gives the answer\n')
    expect((await lab.run(['actions', 'list', '--from', 'ada'])).stdout).toContain('ada.only')
    expect(await lab.run(['actions', 'invoke', 'answer'])).toMatchObject({ exitCode: 0, stdout: '42\n' })
    expect(await lab.run(['actions', 'invoke', 'ada.only'])).toMatchObject({
      exitCode: 1,
      stdout: 'action_denied: @user may not invoke ada.only\n',
    })
    expect(await lab.json(['actions', 'invoke', 'ada.only', '--from', 'ada'])).toMatchObject({
      ok: true,
      output: 'ada',
    })
    write(43)
    await lab.run(['actions', 'add', 'actions.mjs'])
    expect((await lab.run(['actions', 'invoke', 'answer'])).stdout).toBe('43\n')
  })
})

describe('their exit codes', () => {
  it.each<[number, string[], string]>([
    [2, ['session'], 'error USAGE_ERROR: capstan session needs a command'],
    [2, ['session', 'new'], 'error USAGE_ERROR: The agent is missing'],
    [
      2,
      ['session', 'new', 'sim', '--permissions', 'ask'],
      'error USAGE_ERROR: --permissions ask needs a terminal',
    ],
    [
      2,
      ['session', 'new', 'sim', '--cwd', '/not/there'],
      'error USAGE_ERROR: --cwd /not/there does not exist',
    ],
    [3, ['session', 'new', 'smi'], 'error UNKNOWN_AGENT: There is no agent called smi — Did you mean sim?'],
    [2, ['session', 'show', 'adda'], 'error UNKNOWN_SESSION: Unknown session @adda — Did you mean @ada?'],
    [2, ['session', 'send', 'adaa', 'x'], 'error UNKNOWN_RECIPIENT: '],
    [2, ['session', 'send', 'ada'], 'error USAGE_ERROR: The message is empty'],
    [2, ['session', 'send', 'ada', 'x', '--mode', 'soon'], 'error USAGE_ERROR: --mode soon is not valid'],
    [
      2,
      ['session', 'send', 'ada', 'x', '--attach', 'none'],
      'error USAGE_ERROR: --attach none cannot be read: ENOENT',
    ],
    [2, ['session', 'watch', '--after', 'x'], 'error USAGE_ERROR: --after x is not a cursor'],
    [
      2,
      ['session', 'watch', '--type', 'delivry.*'],
      'error VALIDATION_ERROR: Unknown event type "delivry.*" — Did you mean delivery.*?',
    ],
    [2, ['session', 'dead', '--settle', 'x'], 'error USAGE_ERROR: --settle needs --as'],
    [2, ['session', 'send', '#none', 'x'], 'error UNKNOWN_RECIPIENT: Unknown channel #none'],
    [2, ['actions', 'add', '/none.mjs'], 'error INPUT_UNREADABLE: /none.mjs does not exist'],
    [
      2,
      ['actions', 'invoke', 'answer', '{'],
      'error INPUT_NOT_JSON: The input is not JSON: line 1, column 2',
    ],
    [1, ['actions', 'invoke', 'nothing'], ''],
  ])('%i: %j', async (expected, words, line) => {
    const { exitCode, stderr } = await lab.run(words)
    expect([exitCode, stderr.slice(0, line.length)]).toEqual([expected, line])
  })
})
