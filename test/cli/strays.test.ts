import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/machine.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { type ProgramResult, startCapstan } from '../support/program.ts'

const patience = { timeout: 30_000 }

let machine: Machine
const found = new Set<number>()
beforeEach(() => void (machine = createMachine()))
afterEach(() => {
  for (const pid of found) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  found.clear()
  machine.remove()
})

interface Scene {
  capstan: ChildProcess
  agent: number
  /** A command of the agent in a session of its own, forked twice. */
  stray: number
  ended: Promise<ProgramResult>
}

/** A run whose agent has started a command that left its group, and waits for another. */
async function startRun(...words: string[]): Promise<Scene> {
  const command = "run sh -c '(setsid sleep 31415 >/dev/null 2>&1 & echo $! >stray); exec sleep 31416'"
  const { child, ended } = startCapstan(['run', 'sim', command, '--permissions', 'allow', ...words], {
    cwd: machine.home,
    env: { PATH: process.env['PATH'] ?? '', HOME: machine.home, CAPSTAN_HOME: machine.capstanHome },
  })
  const file = join(machine.home, 'stray')
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), patience).toBe(true)
  const stray = Number(readFileSync(file, 'utf8'))
  const [agent = 0] = childrenOf(child.pid ?? 0, 'sim')
  for (const pid of [stray, agent]) found.add(pid)
  expect([stray, agent].map(isRunning)).toEqual([true, true])
  return { capstan: child, agent, stray, ended }
}

describe.skipIf(process.platform !== 'linux')("a command that left the agent's group", () => {
  it('ends with the run on Ctrl-C', async () => {
    const { capstan, ended, stray } = await startRun()
    capstan.kill('SIGINT')
    expect(await ended).toMatchObject({ exitCode: 13 })
    expect(isRunning(stray)).toBe(false)
  })

  it('ends with the run when the agent is killed', async () => {
    const { agent, ended, stray } = await startRun()
    process.kill(agent, 'SIGKILL')
    expect(await ended).toMatchObject({ exitCode: 12 })
    expect(isRunning(stray)).toBe(false)
  })

  it('ends with the run when a stopped agent takes too long', async () => {
    const { agent, ended, stray } = await startRun('--timeout', '3s')
    process.kill(agent, 'SIGSTOP')
    expect(await ended).toMatchObject({ exitCode: 11 })
    expect([agent, stray].map(isRunning)).toEqual([false, false])
  })

  it('ends when Capstan is killed', async () => {
    const { capstan, agent, stray } = await startRun()
    capstan.kill('SIGKILL')
    await once(capstan, 'exit')
    await expect.poll(() => [agent, stray].map(isRunning), patience).toEqual([false, false])
  })
})
