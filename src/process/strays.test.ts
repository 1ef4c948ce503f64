import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { isRunning } from '../../test/support/processes.ts'
import { runCommand } from './run-command.ts'
import { type RunningProcess, startProcess } from './start-process.ts'

const environment = { PATH: process.env['PATH'] }
const patience = { timeout: 30_000 }
const started = new Set<number>()

afterEach(() => {
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  started.clear()
})

/** Forks twice and starts its own session, so that neither its group nor its parent identifies it. Prints its pid. */
const leaves = (program: string): string => `(setsid ${program} >/dev/null 2>&1 & echo $!)`
const deaf = `sh -c 'trap "" TERM; while :; do sleep 1; done'`

interface Pair {
  one: RunningProcess
  stray: number
}

async function start(script: string): Promise<Pair> {
  const one = await startProcess({
    command: '/bin/sh',
    arguments: ['-c', script],
    environment,
    cwd: '/',
    stdin: 'open',
  })
  const [chunk] = (await once(one.stdout, 'data')) as [Buffer]
  const stray = Number(chunk)
  started.add(stray)
  expect(isRunning(stray)).toBe(true)
  return { one, stray }
}

describe.skipIf(process.platform !== 'linux')('a process that left the group', () => {
  it('ends with a stop', async () => {
    const { one, stray } = await start(`${leaves('sleep 1000')}; sleep 1000`)
    await one.stop({ closeGraceMs: 0 })
    expect([one.pid, stray].map(isRunning)).toEqual([false, false])
  })

  it('ends with a stop although it ignores SIGTERM', async () => {
    const { one, stray } = await start(`${leaves(deaf)}; sleep 1000`)
    await one.stop({ closeGraceMs: 0, termGraceMs: 100 })
    expect(isRunning(stray)).toBe(false)
  })

  it('ends with a stop although it has no environment variables', async () => {
    const { one, stray } = await start('env -i setsid sleep 1000 >/dev/null 2>&1 & echo $!; cat')
    await one.stop()
    expect(isRunning(stray)).toBe(false)
  })

  it('ends with a stop of a suspended process', async () => {
    const { one, stray } = await start(`${leaves('sleep 1000')}; sleep 1000`)
    process.kill(one.pid, 'SIGSTOP')
    await one.stop({ closeGraceMs: 0, termGraceMs: 100 })
    expect([one.pid, stray].map(isRunning)).toEqual([false, false])
  })

  it('ends after the process exited by itself', async () => {
    const { one, stray } = await start(leaves('sleep 1000'))
    expect(await one.exited).toEqual({ exitCode: 0, signal: null })
    await expect.poll(() => isRunning(stray), patience).toBe(false)
  })

  it('ends after the process was killed', async () => {
    const { one, stray } = await start(`${leaves(deaf)}; sleep 1000`)
    process.kill(one.pid, 'SIGKILL')
    await expect.poll(() => isRunning(stray), patience).toBe(false)
  })

  it('keeps running when it belongs to another process', async () => {
    const [ending, other] = [
      await start(`${leaves('sleep 1000')}; cat`),
      await start(`${leaves('sleep 1000')}; cat`),
    ]
    await ending.one.stop()
    expect([ending.stray, other.stray, other.one.pid].map(isRunning)).toEqual([false, true, true])
    await other.one.stop()
    expect(isRunning(other.stray)).toBe(false)
  })

  it('ends when a command times out, and does not delay the result', async () => {
    const result = await runCommand({
      command: '/bin/sh',
      arguments: ['-c', '(setsid sleep 1000 & echo $!); sleep 1000'],
      environment,
      timeout: 1000,
    })
    started.add(Number(result.stdout))
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL' })
    await expect.poll(() => isRunning(Number(result.stdout)), patience).toBe(false)
  })

  it('ends when it holds the output of a command open', async () => {
    const result = await runCommand({
      command: '/bin/sh',
      arguments: ['-c', '(setsid sleep 1000 & echo $!)'],
      environment,
      timeout: 20_000,
    })
    started.add(Number(result.stdout))
    expect(result).toMatchObject({ timedOut: false, exitCode: 0 })
    await expect.poll(() => isRunning(Number(result.stdout)), patience).toBe(false)
  })
})
