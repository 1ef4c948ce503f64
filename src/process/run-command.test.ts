import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const node = (script: string, ...more: string[]): { command: string; arguments: string[] } => ({
  command: process.execPath,
  arguments: ['--eval', script, ...more],
})
const environment = { PATH: process.env['PATH'] }
const timeout = 30_000

describe('runCommand', () => {
  it('returns the outcome and both outputs, and closes stdin', async () => {
    const script = `process.stdin.on('end', () => { console.log('out'); console.error('err'); process.exit(3) }).resume()`
    expect(await runCommand({ ...node(script), environment, timeout })).toEqual({
      exitCode: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      timedOut: false,
    })
  })

  it('writes the input and closes stdin', async () => {
    const script = 'process.stdin.pipe(process.stdout)'
    const { stdout, exitCode } = await runCommand({ ...node(script), environment, timeout, input: 'a\nü' })
    expect({ stdout, exitCode }).toEqual({ stdout: 'a\nü', exitCode: 0 })
  })

  it('accepts a program that does not read a long input', async () => {
    const input = 'x'.repeat(1_000_000)
    expect(await runCommand({ ...node('process.exit(3)'), environment, timeout, input })).toMatchObject({
      exitCode: 3,
    })
  })

  it('passes arguments unchanged, and only the given variables and the mark', async () => {
    const script = 'console.log(JSON.stringify([process.argv.slice(1), Object.keys(process.env).sort()]))'
    const words = ['$HOME', '"a b"', '', '*; exit 1']
    const { stdout } = await runCommand({
      ...node(script, '--', ...words),
      environment: { ONLY: '1' },
      timeout,
    })
    expect(JSON.parse(stdout)).toEqual([words, ['CAPSTAN_RUN', 'ONLY']])
  })

  it('keeps the start of a long output', async () => {
    const script = `process.stdout.write('x'.repeat(1_000_000), () => process.stdout.write('end'))`
    const { stdout, exitCode } = await runCommand({
      ...node(script),
      environment,
      timeout,
      maxOutputBytes: 10,
    })
    expect({ stdout, exitCode }).toEqual({ stdout: 'xxxxxxxxxx', exitCode: 0 })
  })

  it('ends the child and its children at the timeout', async () => {
    const grandchild = `setInterval(() => {}, 1000)`
    const script = `const { pid } = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });
      console.log(pid); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    const result = await runCommand({ ...node(script), environment, timeout: 1500 })
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: 'SIGKILL' })
    await expect.poll(() => isRunning(Number(result.stdout))).toBe(false)
  })

  it('ends processes that a program left running, without waiting for them', async () => {
    const script = `const { pid } = require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log(pid); process.exit(0)`
    const result = await runCommand({ ...node(script), environment, timeout })
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
    await expect.poll(() => isRunning(Number(result.stdout))).toBe(false)
  })

  it('ends the child when the signal aborts', async () => {
    const controller = new AbortController()
    const running = runCommand({
      ...node('setInterval(() => {}, 1000)'),
      environment,
      timeout,
      signal: controller.signal,
    })
    await sleep(100)
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('reports why a program could not be started', async () => {
    await expect(runCommand({ command: 'no-such-program', environment, timeout })).rejects.toMatchObject({
      code: 'COMMAND_NOT_STARTED',
      message: 'Cannot start no-such-program: not found',
    })
  })
})

/** A killed process may stay a zombie until its new parent reaps it; a zombie does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
