import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { CapstanError } from '../core/capstan-error.ts'
import { isRunning } from '../../test/support/processes.ts'
import { type ProcessOptions, type RunningProcess, startProcess, stopAll } from './start-process.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-process-')))
const environment = { PATH: process.env['PATH'] }

/** Starts Node with a script. */
function start(script: string, options: Partial<ProcessOptions> = {}): Promise<RunningProcess> {
  return startProcess({
    command: process.execPath,
    arguments: ['--eval', script],
    environment,
    cwd: folder,
    stdin: 'closed',
    ...options,
  })
}

afterEach(stopAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the output', () => {
  it('reaches a slow reader completely, and memory use stays bounded', async () => {
    const one = await start(
      `for (let i = 0; i < 500_000; i++) process.stdout.write(String(i).padStart(9) + '\\n')`,
    )
    let next = 0
    let rest = ''
    let most = 0
    for await (const chunk of one.stdout) {
      most = Math.max(most, (chunk as Buffer).length)
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (Number(line) === next) next += 1
      for (let turns = 0; turns < 20; turns += 1) await turn()
    }
    expect({ next, rest, exit: await one.exited }).toEqual({
      next: 500_000,
      rest: '',
      exit: { exitCode: 0, signal: null },
    })
    expect(most).toBeLessThan(256 * 1024)
  })

  it('waits for a reader that starts after the exit', async () => {
    const one = await start(`console.log('early'); process.exitCode = 3`)
    expect(await one.exited).toEqual({ exitCode: 3, signal: null })
    expect(await text(one.stdout)).toBe('early\n')
  })

  it.skipIf(process.platform !== 'linux')(
    'is complete for a reader that pauses longer than the grace period',
    async () => {
      // More than the reader buffers, less than the pipe holds: the rest is in the pipe when the process exits.
      const one = await start(`process.stdout.write('x'.repeat(150_000))`)
      let length = 0
      one.stdout.on('data', (chunk: Buffer) => (length += chunk.length))
      await once(one.stdout, 'data')
      one.stdout.pause()
      expect(await one.exited).toEqual({ exitCode: 0, signal: null })
      one.stdout.resume()
      await once(one.stdout, 'end')
      expect(length).toBe(150_000)
    },
  )

  it('ends although a descendant holds it open, and the descendant is ended', async () => {
    const one = await start(`${startsGrandchild('setInterval(() => {}, 1000)')}; child.unref()`)
    const pid = Number(await text(one.stdout))
    expect(await one.exited).toEqual({ exitCode: 0, signal: null })
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })

  it('ends although a process that left the group holds it open, and that process is ended', async () => {
    const one = await start(
      `${startsGrandchild('setTimeout(() => {}, 60_000)', 'detached: true')}; child.unref()`,
    )
    const pid = Number(await text(one.stdout))
    expect(await one.exited).toEqual({ exitCode: 0, signal: null })
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })

  it('closes the pipe of the child when the reader stops', async () => {
    const one = await start(
      `process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 4 : 5)); setInterval(() => console.log('x'), 1)`,
    )
    await once(one.stdout, 'data')
    one.stdout.destroy()
    expect(await one.exited).toEqual({ exitCode: 4, signal: null })
  })
})

describe('the input', () => {
  it('is empty when it is closed', async () => {
    const one = await start(`process.stdin.on('end', () => console.log('end')).resume()`)
    expect([one.stdin, await text(one.stdout)]).toEqual([null, 'end\n'])
  })

  it('reaches the child when it is open', async () => {
    const one = await start(`process.stdin.pipe(process.stdout)`, { stdin: 'open' })
    one.stdin?.write('one ')
    one.stdin?.end('two')
    expect(await text(one.stdout)).toBe('one two')
  })

  it('accepts writes after the child stopped reading', async () => {
    const one = await start(
      `require('node:fs').closeSync(0); console.log('deaf'); setInterval(() => {}, 1000)`,
      {
        stdin: 'open',
      },
    )
    await once(one.stdout, 'data')
    const failed = new Promise((resolve) => one.stdin?.write('x'.repeat(1_000_000), resolve))
    expect(await failed).toMatchObject({ code: 'EPIPE' })
    expect(isRunning(one.pid)).toBe(true)
    await one.stop()
    const late = new Promise((resolve) => one.stdin?.write('x', resolve))
    expect(await late).toBeInstanceOf(Error)
  })
})

describe('the environment', () => {
  it('has only the given variables and a mark, with unchanged arguments and the given folder', async () => {
    const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env, process.cwd()]))'
    const words = ['$HOME', '"a b"', '', '*; exit 1']
    const one = await start(script, {
      arguments: ['--eval', script, '--', ...words],
      environment: { ONLY: '1', NOT: undefined },
    })
    expect(JSON.parse(await text(one.stdout))).toEqual([
      words,
      { ONLY: '1', CAPSTAN_RUN: expect.stringMatching(/^[0-9A-Z]{26}\.\d+$/) },
      folder,
    ])
  })
})

describe('stderr', () => {
  it('is passed on as it arrives, and its bounded end is kept without codes and secrets', async () => {
    const pieces: string[] = []
    const one = await start(
      `for (let i = 0; i < 10_000; i++) console.error('\\x1b[31m' + String(i).padStart(6, '0') + '\\x1b[0m\\r')`,
      { onStderr: (piece) => pieces.push(piece) },
    )
    one.stdout.resume()
    await one.exited
    const all = Array.from({ length: 10_000 }, (_, line) => `${String(line).padStart(6, '0')}\n`)
    expect(pieces.join('')).toBe(all.join(''))
    expect(one.stderrTail()).toBe(all.slice(-2340).join(''))
  })
})

describe('a start that fails', () => {
  writeFileSync(join(folder, 'plain'), 'text')
  writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n')
  chmodSync(join(folder, 'script'), 0o755)

  it.each([
    [
      'the program is missing',
      { command: 'no-such-program' },
      'Cannot start no-such-program: not found',
      'Install the program, put its folder on the PATH, or use its full path.',
    ],
    [
      'the program is not executable',
      { command: './plain' },
      'Cannot start ./plain: permission denied',
      'Make the file executable, or name another program.',
    ],
    [
      'the interpreter is missing',
      { command: './script' },
      'Cannot start ./script: the interpreter in its first line was not found',
      'Install the interpreter, or correct the first line of the script.',
    ],
    [
      'the folder is missing',
      { command: 'node', cwd: join(folder, 'absent') },
      `Cannot start node: the folder ${join(folder, 'absent')} does not exist`,
      'Use a working folder that exists and that you can access.',
    ],
    [
      'the folder is a file',
      { command: 'node', cwd: join(folder, 'plain') },
      `Cannot start node: ${join(folder, 'plain')} is not a folder`,
      'Use a working folder that exists and that you can access.',
    ],
    [
      'the arguments are too long',
      { command: 'node', arguments: ['x'.repeat(4_000_000)] },
      'Cannot start node: the arguments and environment are too long for the system',
      'Pass long texts in a file or on stdin.',
    ],
  ])('names the reason: %s', async (_what, options, message, hint) => {
    const error: unknown = await start('', { ...options }).catch((reason: unknown) => reason)
    expect(CapstanError.isInstance(error) && error.toJSON()).toEqual({
      name: 'CapstanError',
      code: 'AGENT_NOT_STARTED',
      message,
      hint,
    })
  })
})

describe('stop', () => {
  const stays = 'setInterval(() => {}, 1000)'
  const longGrace = 600_000

  it('lets a process exit by itself when its input ends', async () => {
    const one = await start(`process.stdin.on('end', () => process.exit(7)).resume()`, { stdin: 'open' })
    expect(await one.stop({ closeGraceMs: longGrace })).toEqual({ exitCode: 7, signal: null })
    expect(isRunning(one.pid)).toBe(false)
  })

  it('sends SIGTERM to a process that ignores its input', async () => {
    const one = await start(`process.on('SIGTERM', () => process.exit(8)); console.log('ready'); ${stays}`, {
      stdin: 'open',
    })
    await once(one.stdout, 'data')
    expect(await one.stop({ closeGraceMs: 1, termGraceMs: longGrace })).toEqual({ exitCode: 8, signal: null })
  })

  it('sends SIGTERM at once if there was no input to close', async () => {
    const one = await start(stays)
    expect(await one.stop({ closeGraceMs: longGrace })).toEqual({ exitCode: null, signal: 'SIGTERM' })
  })

  it('kills a process that ignores SIGTERM', async () => {
    const one = await start(`process.on('SIGTERM', () => {}); console.log('ready'); ${stays}`)
    await once(one.stdout, 'data')
    expect(await one.stop({ termGraceMs: 100 })).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  it('shares one stop between callers, and a later call can make it earlier', async () => {
    const one = await start(`process.on('SIGTERM', () => {}); console.log('ready'); ${stays}`, {
      stdin: 'open',
    })
    await once(one.stdout, 'data')
    const patient = one.stop({ closeGraceMs: longGrace, termGraceMs: longGrace })
    expect(await Promise.all([patient, one.stop({ closeGraceMs: 0, termGraceMs: 0 })])).toEqual([
      { exitCode: null, signal: 'SIGKILL' },
      { exitCode: null, signal: 'SIGKILL' },
    ])
    expect(await one.stop()).toEqual({ exitCode: null, signal: 'SIGKILL' })
  })

  it('ends the descendants of the process', async () => {
    const one = await start(`${startsGrandchild(stays)}; ${stays}`)
    const pid = await firstNumber(one)
    expect(isRunning(pid)).toBe(true)
    await one.stop()
    expect(isRunning(pid)).toBe(false)
  })

  it('ends descendants that ignore SIGTERM after the process has exited', async () => {
    const one = await start(
      `${startsGrandchild(`process.on('SIGTERM', () => {}); ${stays}`)}; process.stdin.on('end', () => process.exit(0)).resume()`,
      { stdin: 'open' },
    )
    const pid = await firstNumber(one)
    expect(isRunning(pid)).toBe(true)
    expect(await one.stop({ termGraceMs: 100 })).toEqual({ exitCode: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
  })

  it('ends descendants of a process that exited before the stop', async () => {
    const one = await start(`${startsGrandchild(`process.on('SIGTERM', () => {}); ${stays}`)}; child.unref()`)
    const pid = await firstNumber(one)
    await expect.poll(() => isRunning(one.pid), { timeout: 30_000 }).toBe(false)
    expect(await one.stop({ termGraceMs: 0 })).toEqual({ exitCode: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
  })

  it('stopAll also ends a process that is still starting', async () => {
    const one = await start(stays)
    const other = start(stays)
    await stopAll()
    expect([isRunning(one.pid), isRunning((await other).pid)]).toEqual([false, false])
  })
})

/** A script that starts another process with the same output, and prints its pid once it runs. */
function startsGrandchild(script: string, more = ''): string {
  const ready = `${script}; process.send('ready')`
  return `const child = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(ready)}],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ${more} });
    child.once('message', () => { console.log(child.pid); child.disconnect() })`
}

async function firstNumber(one: RunningProcess): Promise<number> {
  const [chunk] = (await once(one.stdout, 'data')) as [Buffer]
  return Number(chunk)
}
