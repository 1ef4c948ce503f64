import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning } from '../../../test/support/processes.ts'
import { EventQueue } from '../../core/event-queue.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { EventSink, TerminalRequest } from '../session-options.ts'
import { createTerminals, type Terminals } from './terminals.ts'

let folder: string
let root: string
let events: AgentEvent[]
let terminals: Terminals
/** Looks at every event that has come and still comes. */
let whenText: (matches: (text: string) => boolean) => Promise<string>

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-terminals-')))
  root = join(folder, 'root')
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(join(folder, 'outside'))
  events = []
  let look = (): void => {}
  whenText = (matches) =>
    new Promise((resolve) => {
      look = () => {
        const text = textOf(events)
        if (matches(text)) resolve(text)
      }
      look()
    })
  terminals = open((event) => {
    events.push(event)
    look()
    return undefined
  })
})

afterEach(async () => {
  await terminals.dispose()
  rmSync(folder, { recursive: true, force: true })
})

function open(onEvent: EventSink): Terminals {
  const environment = { PATH: process.env['PATH'], HOME: folder, SHARED: 'shared', CHANGED: 'before' }
  return createTerminals({ roots: [root], cwd: root, environment, onEvent, sessionId: 's1' })
}

const shell = (script: string, more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  command: 'sh',
  args: ['-c', script],
  env: {},
  ...more,
})

function textOf(all: readonly AgentEvent[]): string {
  return all.map((event) => (event.type === 'terminal.output' ? (event.text ?? '') : '')).join('')
}

async function faultOf(answer: () => unknown): Promise<unknown> {
  try {
    return { answer: await answer() }
  } catch (error) {
    const { code, message, data } = error as { code?: number; message: string; data?: unknown }
    return { code, message, data }
  }
}

describe('a terminal', () => {
  it('runs the command of a request and emits its events', async () => {
    // As it was seen from an agent: the program is a shell, and the line is one of its arguments.
    const request = { command: '/bin/bash', args: ['-l', '-c', 'echo hello-from-tool'], env: {}, cwd: root }
    const terminalId = await terminals.create({ ...request, outputByteLimit: 51_200 })
    expect(await terminals.waitForExit(terminalId)).toEqual({ exitCode: 0, signal: null })
    expect(terminals.output(terminalId)).toEqual({
      output: 'hello-from-tool\n',
      truncated: false,
      exitStatus: { exitCode: 0, signal: null },
    })
    const about = { sessionId: 's1', terminalId }
    expect(events).toEqual([
      { type: 'terminal.updated', ...about, command: "/bin/bash -l -c 'echo hello-from-tool'", cwd: root },
      { type: 'terminal.output', ...about, text: 'hello-from-tool\n' },
      { type: 'terminal.updated', ...about, exitStatus: { exitCode: 0 } },
    ])
    await terminals.release(terminalId)
  })

  it('emits its start before the response, and can be read while running', async () => {
    const terminalId = await terminals.create(shell('echo begun; exec sleep 60'))
    expect(events[0]).toMatchObject({
      type: 'terminal.updated',
      terminalId,
      command: "sh -c 'echo begun; exec sleep 60'",
    })
    await whenText((text) => text === 'begun\n')
    expect(terminals.output(terminalId)).toEqual({ output: 'begun\n', truncated: false })
  })

  it('joins stdout and stderr in order of arrival', async () => {
    const script = `
      const steps = [['stdout', 'one '], ['stderr', 'two '], ['stdout', 'three '], ['stderr', 'four']]
      const next = () => { const [stream, text] = steps.shift() ?? process.exit(3); process[stream].write(text) }
      next()
      // Each step waits for the file of the previous step.
      const { existsSync } = require('node:fs')
      let count = 1
      setInterval(() => { if (existsSync('step' + count)) { count++; next() } }, 5)`
    const terminalId = await terminals.create({
      command: process.execPath,
      args: ['--eval', script],
      env: {},
    })
    const expected = ['one ', 'one two ', 'one two three ', 'one two three four']
    for (const [index, seen] of expected.entries()) {
      await whenText((text) => text === seen)
      mkdirSync(join(root, `step${index + 1}`))
    }
    expect(await terminals.waitForExit(terminalId)).toEqual({ exitCode: 3, signal: null })
    expect(terminals.output(terminalId)).toMatchObject({ output: 'one two three four' })
  })

  it('keeps characters that arrive in pieces intact', async () => {
    const script = String.raw`printf '\303'; sleep 0.2; printf '\274\360\237'; sleep 0.2; printf '\230\200'`
    const terminalId = await terminals.create(shell(script))
    await terminals.waitForExit(terminalId)
    expect([terminals.output(terminalId).output, textOf(events)]).toEqual(['ü😀', 'ü😀'])
  })

  it('has an empty stdin', async () => {
    const terminalId = await terminals.create({ command: 'cat', args: [], env: {} })
    expect(await terminals.waitForExit(terminalId)).toEqual({ exitCode: 0, signal: null })
  })

  it('gets the variables of the session and the request, and the process mark', async () => {
    const terminalId = await terminals.create({
      command: process.execPath,
      args: ['--print', 'const { PATH, HOME, ...rest } = process.env; JSON.stringify(rest)'],
      env: { CHANGED: 'after', OWN: 'own' },
    })
    await terminals.waitForExit(terminalId)
    expect(JSON.parse(terminals.output(terminalId).output)).toEqual({
      SHARED: 'shared',
      CHANGED: 'after',
      OWN: 'own',
      CAPSTAN_RUN: expect.any(String) as string,
    })
  })

  it('starts the program without a shell', async () => {
    const terminalId = await terminals.create({ command: 'echo', args: ['$SHARED; ls'], env: {} })
    await terminals.waitForExit(terminalId)
    expect(terminals.output(terminalId).output).toBe('$SHARED; ls\n')
  })
})

describe('the output', () => {
  it('keeps its end, cut between characters', async () => {
    const terminalId = await terminals.create(shell("printf 'abcüdef'", { outputByteLimit: 4 }))
    await terminals.waitForExit(terminalId)
    expect(terminals.output(terminalId)).toEqual({
      output: 'def',
      truncated: true,
      exitStatus: { exitCode: 0, signal: null },
    })
    expect(textOf(events)).toHaveLength(7)
  })

  it('is limited to 1 MiB by default', async () => {
    const terminalId = await terminals.create(shell("head -c 1048577 /dev/zero | tr '\\0' x"))
    await terminals.waitForExit(terminalId)
    const { output, truncated } = terminals.output(terminalId)
    expect([output.length, truncated]).toEqual([1_048_576, true])
    expect(textOf(events)).toHaveLength(1_048_577)
  })

  it('rejects an invalid limit', async () => {
    expect(await faultOf(() => terminals.create(shell('true', { outputByteLimit: -1 })))).toEqual({
      code: -32602,
      message: 'outputByteLimit must be a whole number of at least 0',
      data: undefined,
    })
  })
})

describe('the end', () => {
  /** Starts a shell with a child process, both optionally ignoring SIGTERM, and returns their pids. */
  async function startFamily(trap = ''): Promise<{ terminalId: string; pids: number[] }> {
    const terminalId = await terminals.create(shell(`${trap} sleep 600 & echo $$ $!; wait; wait`))
    const text = await whenText((seen) => seen.endsWith('\n'))
    return { terminalId, pids: text.trim().split(' ').map(Number) }
  }

  it('by kill stops all child processes and keeps the output', async () => {
    const { terminalId, pids } = await startFamily()
    expect(pids.map(isRunning)).toEqual([true, true])
    await terminals.kill(terminalId)
    expect(pids.map(isRunning)).toEqual([false, false])
    const exitStatus = { exitCode: null, signal: 'SIGTERM' }
    expect(terminals.output(terminalId)).toEqual({
      output: `${pids.join(' ')}\n`,
      truncated: false,
      exitStatus,
    })
    expect(await terminals.waitForExit(terminalId)).toEqual(exitStatus)
    expect(events.at(-1)).toEqual({
      type: 'terminal.updated',
      sessionId: 's1',
      terminalId,
      exitStatus: { signal: 'SIGTERM' },
    })
    await terminals.kill(terminalId)
  })

  it('by kill stops processes that ignore SIGTERM', async () => {
    const { terminalId, pids } = await startFamily("trap '' TERM;")
    await terminals.kill(terminalId)
    expect(pids.map(isRunning)).toEqual([false, false])
    expect(await terminals.waitForExit(terminalId)).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  it('by release resolves pending waits and removes the terminal', async () => {
    const { terminalId, pids } = await startFamily()
    const waiting = terminals.waitForExit(terminalId)
    await terminals.release(terminalId)
    expect(pids.map(isRunning)).toEqual([false, false])
    expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' })
    const fault = { code: -32002, message: 'Terminal not found', data: { terminalId } }
    expect(await faultOf(() => terminals.output(terminalId))).toEqual(fault)
    expect(await faultOf(() => terminals.waitForExit(terminalId))).toEqual(fault)
    expect(await faultOf(() => terminals.kill(terminalId))).toEqual(fault)
    expect(await faultOf(() => terminals.release(terminalId))).toEqual(fault)
  })

  it('by dispose stops all terminals, including those about to start', async () => {
    const first = await startFamily()
    const starting = terminals.create(shell('exec sleep 600'))
    const ends = Promise.all([first.terminalId].map((id) => terminals.waitForExit(id)))
    await terminals.dispose()
    expect(first.pids.map(isRunning)).toEqual([false, false])
    expect(await ends).toEqual([{ exitCode: null, signal: 'SIGTERM' }])
    const second = await starting
    expect(events.filter((event) => 'terminalId' in event && event.terminalId === second).at(-1)).toEqual({
      type: 'terminal.updated',
      sessionId: 's1',
      terminalId: second,
      exitStatus: { signal: 'SIGTERM' },
    })
    expect(await faultOf(() => terminals.create(shell('true')))).toMatchObject({
      code: -32602,
      message: 'The session has ended',
    })
  })
})

describe('the event handler', () => {
  it('slows the command down if it is slow', async () => {
    const print = (bytes: number): TerminalRequest => shell(`head -c ${bytes} /dev/zero | tr '\\0' x`)
    // The handler fails on an event that arrives before the previous one is drained.
    const queue = new EventQueue<AgentEvent>({ capacity: 1 })
    const slow = open((event) => queue.push(event))
    const created = slow.create(print(20_000_000))
    const exit = created.then((terminalId) => slow.waitForExit(terminalId))
    void exit.finally(() => queue.end())
    const sizes: number[] = []
    for await (const event of queue) {
      if (event.type !== 'terminal.output') continue
      sizes.push(event.text?.length ?? 0)
      if (sizes.length > 1) continue
      // Meanwhile another one prints more and ends.
      await terminals.waitForExit(await terminals.create(print(40_000_000)))
      expect(slow.output(await created).output.length).toBeLessThan(1_000_000)
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(20_000_000)
    expect(await exit).toEqual({ exitCode: 0, signal: null })
  })

  it('does not block dispose', async () => {
    await terminals.dispose()
    const never = new Promise<void>(() => {})
    const first = Promise.withResolvers<void>()
    terminals = open((event) => {
      if (event.type === 'terminal.output') first.resolve()
      return event.type === 'terminal.output' ? never : undefined
    })
    const terminalId = await terminals.create(shell('yes'))
    const exit = terminals.waitForExit(terminalId)
    await first.promise
    await terminals.dispose()
    expect(await exit).toEqual({ exitCode: null, signal: 'SIGTERM' })
  })

  it('has received the start event before the response is sent', async () => {
    const order: string[] = []
    const slow = open(async () => {
      order.push('emitted')
      await setImmediate()
      order.push('received')
    })
    await slow.create(shell('exec sleep 600'))
    expect(order).toEqual(['emitted', 'received'])
    await slow.dispose()
  })

  it('does not block dispose while it handles the start event', async () => {
    await terminals.dispose()
    const begun = Promise.withResolvers<void>()
    terminals = open(() => {
      begun.resolve()
      return new Promise<void>(() => {})
    })
    const created = terminals.create(shell('exec sleep 600'))
    await begun.promise
    await terminals.dispose()
    expect(await created).toMatch(/^terminal_/)
  })

  it('may throw without stopping the command', async () => {
    await terminals.dispose()
    let calls = 0
    terminals = open((event) => {
      calls++
      if (event.type === 'terminal.output') throw new Error('The queue has ended')
      return undefined
    })
    const terminalId = await terminals.create(shell('echo a; echo b >&2'))
    expect(await terminals.waitForExit(terminalId)).toEqual({ exitCode: 0, signal: null })
    expect(terminals.output(terminalId).output).toHaveLength(4)
    expect(calls).toBe(2)
  })
})

describe('the folder', () => {
  it('is the folder of the session, or one inside of the roots', async () => {
    symlinkSync('sub', join(root, 'link'))
    const expected = [
      [undefined, root],
      [join(root, 'sub'), join(root, 'sub')],
      [join(root, 'link'), join(root, 'sub')],
    ] as const
    for (const [cwd, real] of expected) {
      const terminalId = await terminals.create({
        command: 'pwd',
        args: [],
        env: {},
        ...(cwd ? { cwd } : {}),
      })
      await terminals.waitForExit(terminalId)
      expect(terminals.output(terminalId).output).toBe(`${real}\n`)
    }
  })

  it('is never outside of the roots', async () => {
    symlinkSync(join(folder, 'outside'), join(root, 'link'))
    for (const cwd of [join(folder, 'outside'), `${root}/../outside`, join(root, 'link'), '/']) {
      expect(await faultOf(() => terminals.create(shell('true', { cwd })))).toEqual({
        code: -32602,
        message: 'The path is outside the folders of this session',
        data: { path: cwd },
      })
    }
    expect(await faultOf(() => terminals.create(shell('true', { cwd: 'sub' })))).toEqual({
      code: -32602,
      message: 'The path must be absolute',
      data: { path: 'sub' },
    })
    expect(events).toEqual([])
  })

  it('must exist, and so must the program', async () => {
    const cwd = join(root, 'gone')
    expect(await faultOf(() => terminals.create(shell('true', { cwd })))).toEqual({
      code: -32602,
      message: `Cannot start sh: the folder ${cwd} does not exist`,
      data: { command: 'sh' },
    })
    const command = '/bin/echo a-whole-line'
    expect(await faultOf(() => terminals.create({ command, args: [], env: {} }))).toEqual({
      code: -32602,
      message: 'Cannot start /bin/echo a-whole-line: not found',
      data: { command },
    })
    expect(events).toEqual([])
  })
})
